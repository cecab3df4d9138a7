// A made-up catalogue, and a search index over its words.
const words = 'cedar copper linen marble walnut indigo saffron olive slate amber coral ivory'.split(' ');

function makeProduct(random, id) {
  const pick = () => words[Math.floor(random() * words.length)];
  return { id, name: `${pick()} ${pick()} ${id % 97}`, price: Math.floor(random() * 9000) + 100, tags: [pick(), pick(), pick()] };
}

function makeCatalog(random, size) {
  return Array.from({ length: size }, (_, id) => makeProduct(random, id));
}

function tokenize(text) {
  return text.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
}

function indexProduct(index, product) {
  for (const word of tokenize(`${product.name} ${product.tags.join(' ')}`)) {
    if (!index.has(word)) index.set(word, []);
    index.get(word).push(product.id);
  }
}

function buildIndex(catalog) {
  const index = new Map();
  for (const product of catalog) indexProduct(index, product);
  return index;
}

function search(index, query) {
  const hits = new Map();
  for (const word of tokenize(query)) for (const id of index.get(word) || []) hits.set(id, (hits.get(id) || 0) + 1);
  return [...hits].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 50).map(([id]) => id);
}

module.exports = { makeCatalog, buildIndex, search, words };
