/**
 * The interface lives at `app://breakeven/`: a scheme of its own is a secure, standard origin that no web page can
 * claim, unlike `file://`, where every file on the disk is of one origin.
 */
export const appScheme = 'app';
export const appOrigin = `${appScheme}://breakeven`;
export const startPage = `${appOrigin}/index.html`;

/** Whether an address is one of the program's. Compared by parts: `app://breakeven.evil` and `app://x@breakeven` are not. */
export function isOurs(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${appScheme}:` &&
    url.host === 'breakeven' &&
    url.username === '' &&
    url.password === ''
  );
}

/** Where links of the interface may lead, in the user's own browser. */
const externalHosts: ReadonlySet<string> = new Set([
  'arxiv.org',
  'developer.nvidia.com',
  'docs.nvidia.com',
  'doi.org',
  'github.com',
  'nvidia.github.io',
  'www.openmp.org',
]);

export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    externalHosts.has(url.hostname)
  );
}
