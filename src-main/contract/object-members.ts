/**
 * Whether every object of the language has a member of this name, as `constructor`: where a table lacks such an axis, looking it
 * up gives a function in place of nothing. No axis, attribute or timing scope is called so.
 */
export function isObjectMember(name: string): boolean {
  return name in Object.prototype;
}
