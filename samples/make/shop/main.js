// A shop that answers requests for as many milliseconds as its first argument says: something to profile.
const { makeCatalog, buildIndex, search, words } = require('./catalog');
const { priceCart } = require('./price');
const { renderPage } = require('./render');
const { appendOrder, reportOf, archive } = require('./store');

function makeRandom(seed) {
  return () => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) / 2 ** 24;
}

function handleRequest(shop, random) {
  const query = `${words[Math.floor(random() * words.length)]} ${Math.floor(random() * 97)}`;
  const found = search(shop.index, query).map((id) => shop.catalog[id]);
  const priced = priceCart(found.slice(0, 12));
  appendOrder(shop.log, { query, lines: priced.lines });
  return renderPage(query, found, priced.signature);
}

async function serve(milliseconds) {
  const random = makeRandom(42), catalog = makeCatalog(random, 4000);
  const shop = { catalog, index: buildIndex(catalog), log: [] };
  let requests = 0, bytes = 0;
  for (const end = Date.now() + milliseconds; Date.now() < end; requests++) {
    bytes += handleRequest(shop, random).length;
    if (requests % 40 === 0) bytes += reportOf(shop.log).length + archive(shop.log);
    if (requests % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 4));
  }
  return { requests, bytes };
}

serve(Number(process.argv[2] || 1000)).then(console.log);
