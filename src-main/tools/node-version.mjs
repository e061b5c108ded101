/**
 * Ends the process with one sentence when this Node is too old. better-sqlite3 needs Node-API 10 and crashes the
 * process below it, so every entry point asks first. Plain old JavaScript, because an old Node must be able to
 * read it; the build puts the same function at the head of each main bundle.
 */
export function requireNode() {
  if (Number(process.versions.napi) >= 10) return;
  process.stderr.write(
    'breakeven needs Node 24 (Node-API 10) and this is Node ' +
      process.versions.node +
      ': run `npm ci`, then start it through npm (`npm run -s breakeven -- ...`), which uses the Node that comes with the install.\n',
  );
  process.exit(3);
}
