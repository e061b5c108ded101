/** Text that breaks between words and never at the hyphen of a name, which would read as two. */
export const Sentence = ({ text }: { readonly text: string }) =>
  text.split(/(\S*\w-\w\S*)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} class="whole">
        {part}
      </span>
    ),
  );
