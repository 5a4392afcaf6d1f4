// Plain JavaScript that old runtimes can read, so that they get a sentence instead of a syntax error.

const wanted = 26;
if (Number(process.versions.node.split('.')[0]) < wanted) {
  process.stderr.write(
    `imgd needs Node.js ${wanted} or newer; this is ${process.version} (${process.execPath}).\n` +
      'The dependency "node" brings it. Run imgd by "npm start" or "npx imgd", which find it.\n' +
      'If it is still missing, its install script has not run (install scripts disabled?): run\n' +
      '  npm ci --ignore-scripts=false\n',
  );
  process.exit(1);
}
