/**
 * The page of the printed address. The token stands behind the `#`, which a browser sends to nobody and keeps out of
 * headers; the script hands it over in a header and leaves the address behind.
 */
export function entryPage(): string {
  return page(
    'Breakeven',
    `<main id="opening">
<p>Opening Breakeven …</p>
<noscript><p>Breakeven needs JavaScript, which is disabled in this browser.</p></noscript>
</main>
<main id="refused" hidden>
${advice('The address holds no token, or one that is not the current one.')}
</main>
<script src="${entryScriptPath.slice(1)}"></script>`,
  );
}

export const entryPath = '/enter';
export const entryScriptPath = '/enter.js';

/** Names the rest of the server from where the page is: a proxy may show it below a path. */
export const entryScript = `const token = /^#token=([\\w-]+)$/.exec(location.hash)?.[1];
history.replaceState(null, '', location.pathname);
const refuse = () => {
  document.getElementById('opening').hidden = true;
  document.getElementById('refused').hidden = false;
};
if (token === undefined) refuse();
else {
  fetch('${entryPath.slice(1)}', { method: 'POST', headers: { Authorization: \`Bearer \${token}\` } })
    .then(({ ok }) => (ok ? location.replace('./') : refuse()), refuse);
}
`;

/** What a browser without the token is shown: what is missing and what to do. */
export function unauthenticatedPage(): string {
  return page(
    'Breakeven: token needed',
    `<main>
${advice('This browser does not have the token of this server, or the server was started with a new one.')}
</main>`,
  );
}

/** Plain HTML, as nothing of the interface is let out. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body>
${body}
</body>
</html>
`;
}

function advice(why: string): string {
  return `<h1>Breakeven needs its token</h1>
<p>${why}</p>
<ol>
<li>Go to the terminal in which <code>breakeven serve</code> runs.</li>
<li>Open the address that it printed; it ends in <code>#token=…</code>.</li>
</ol>
<p>Your results are not affected. The token of a database stays the same until <code>breakeven serve --new-token</code> changes it.</p>`;
}
