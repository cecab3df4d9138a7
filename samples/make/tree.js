// The sizes of a folder's files as a react-flame-graph tree: name, value in bytes, children. Usage: node tree.js DIR OUT.json
const { readdirSync, lstatSync, writeFileSync } = require('node:fs');
const { basename, extname, join } = require('node:path');
const colours = { '.js': '#e5c890', '.json': '#8caaee', '.md': '#a6d189', '.h': '#81c8be', '.c': '#ef9f76' };

function treeOf(path) {
  const stat = lstatSync(path), name = basename(path);
  if (!stat.isDirectory()) {
    const backgroundColor = colours[extname(name)];
    return { name, value: stat.size, tooltip: `${name}: ${stat.size} bytes`, ...(backgroundColor ? { backgroundColor } : {}) };
  }
  const children = readdirSync(path).sort().map((entry) => treeOf(join(path, entry))).filter((n) => n.value > 0);
  return { name, value: children.reduce((sum, n) => sum + n.value, 0), children };
}
writeFileSync(process.argv[3], JSON.stringify(treeOf(process.argv[2])));
