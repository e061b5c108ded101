/**
 * Two versions of one thing in one run: `x@base` and `x@head`. No id of a variant, a lab or an axis has an `@` of its own.
 */
export const versionSides = ['base', 'head'] as const;
export type VersionSide = (typeof versionSides)[number];

export type Version = { readonly id: string; readonly side: VersionSide };

export function otherSide(side: VersionSide): VersionSide {
  return side === 'base' ? 'head' : 'base';
}

export function versionId(id: string, side: VersionSide): string {
  return `${id}@${side}`;
}

/** Which version a variant of a run is; null for a variant that is none. */
export function versionOf(variant: string): Version | null {
  const at = variant.lastIndexOf('@');
  const side = versionSides.find((one) => one === variant.slice(at + 1));
  return at < 1 || side === undefined ? null : { id: variant.slice(0, at), side };
}
