/** Sentences below each other: warnings unless they are of another kind. */
export function Notes({
  texts = [],
  kind = 'note warn',
}: {
  readonly texts?: readonly string[] | undefined;
  readonly kind?: string;
}) {
  return texts.map((text) => (
    <p key={text} class={kind}>
      {text}
    </p>
  ));
}
