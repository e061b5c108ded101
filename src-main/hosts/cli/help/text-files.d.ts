/** A text file as the bundler puts it into the program. */
declare module '*.md?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: what a bundler gives has no other
  export default text;
}
