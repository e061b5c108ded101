/** One of a few choices that are all in sight; arrow keys move between them. */
export function Segmented<T extends string>({
  label,
  choices,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: T; readonly title: string; readonly help?: string }[];
  readonly chosen: string;
  readonly choose: (id: T) => void;
}) {
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      {choices.map(({ id, title, help }) => (
        <label key={id} title={help}>
          <input type="radio" name={label} checked={id === chosen} onChange={() => choose(id)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
