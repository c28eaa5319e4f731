/** `**pump**` of a snippet as marks; everything else stays text. */
export function Marked({ text }: { text: string }) {
  return (
    <>
      {text
        .split('**')
        .map((part, i) => (i % 2 === 1 ? <mark key={`${i} ${part}`}>{part}</mark> : part))}
    </>
  )
}
