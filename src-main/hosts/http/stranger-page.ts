/** What a browser without the token is shown: what is missing and what to do. Plain HTML, as no script of ours is let out. */
export function strangerPage(wrong: boolean): string {
  const why = wrong
    ? 'The address holds a token that is not the current one.'
    : 'This browser does not have the token of this server, or the server was started with a new one.';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Breakeven: token needed</title></head>
<body>
<main>
<h1>Breakeven needs its token</h1>
<p>${why}</p>
<ol>
<li>Go to the terminal in which <code>breakeven serve</code> runs.</li>
<li>Open the address that it printed; it ends in <code>?token=…</code>.</li>
</ol>
<p>Your results are not affected. The token of a database stays the same until <code>breakeven serve --new-token</code> changes it.</p>
</main>
</body>
</html>
`;
}
