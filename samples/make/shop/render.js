// A page as a string, by a small template engine that compiles its templates.
const templates = {
  page: '<main><h1>{title}</h1><ul>{rows}</ul><footer>{signature}</footer></main>',
  row: '<li data-id="{id}"><b>{name}</b> <i>{tags}</i> <span>{price}</span></li>',
};

function escapeHtml(value) {
  return String(value).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function compileTemplate(source) {
  const parts = source.split(/\{(\w+)\}/);
  return (values) => parts.map((part, i) => (i % 2 ? values[part] : part)).join('');
}

function renderRow(product) {
  const row = compileTemplate(templates.row);
  return row({ id: product.id, name: escapeHtml(product.name), tags: escapeHtml(product.tags), price: (product.price / 100).toFixed(2) });
}

function renderPage(title, products, signature) {
  return compileTemplate(templates.page)({ title: escapeHtml(title), rows: products.map(renderRow).join('\n'), signature });
}

module.exports = { renderPage };
