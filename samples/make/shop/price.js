// Prices of a cart: rules that call each other, one of them recursive.
const { createHash } = require('node:crypto');

function discountFor(product, depth) {
  if (depth === 0) return product.price % 7;
  return Math.max(discountFor(product, depth - 1), discountFor({ price: (product.price * 31) % 8191 }, depth - 1));
}

function taxOf(amount) {
  let tax = 0;
  for (let step = 0; step < 200; step++) tax = (tax + amount * 0.19) / (1 + step * 1e-6);
  return tax;
}

function signCart(cart) {
  return createHash('sha256').update(JSON.stringify(cart)).digest('hex');
}

function priceCart(cart) {
  const lines = cart.map((product) => {
    const net = product.price - discountFor(product, 5);
    return { id: product.id, net, tax: taxOf(net) };
  });
  return { lines, signature: signCart(lines) };
}

module.exports = { priceCart };
