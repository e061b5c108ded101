import { badInput } from '../../contract/failure.ts';

/** The address under which a proxy shows this server. */
export type ProxyAddress = {
  readonly origin: string;
  /** Host header that a browser sends to it, with its port where it is not the usual one. */
  readonly host: string;
  /** Path below which the pages are, `/` at both ends. */
  readonly base: string;
};

/** Served on loopback, by no proxy. */
export const noBase = '/';

/** @throws BreakevenError `bad-input` for what is no plain address of a page */
export function readProxyAddress(text: string): ProxyAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!plain || url.search !== '' || url.hash !== '' || /[;\s"'\\]|%/.test(url.pathname)) {
    throw badInput(
      `--address: ${JSON.stringify(text)} is no address of a proxy; it is http or https, a host and a path, such as https://hub.example/user/ann/proxy/4517/`,
    );
  }
  return { origin: url.origin, host: url.host, base: url.pathname.replace(/\/*$/, '/') };
}

/** The path of a request below the base: proxies pass the path on whole or without the base. */
export function belowBase(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length - 1) : path;
}
