import type { ReactNode } from 'react'

/** A sentence with a link in it, whose text is between `<a>` and `</a>`. */
export const WithLink = ({ text, children }: { text: string; children: (words: string) => ReactNode }) => {
  const [before, words = '', after] = text.split(/<\/?a>/)
  return (
    <>
      {before}
      {children(words)}
      {after}
    </>
  )
}
