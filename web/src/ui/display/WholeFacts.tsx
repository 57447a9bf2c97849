import { Fragment } from 'react'

/** Facts on one line, ` · ` between them: lines wrap between facts, never inside an MRN or a date that fits on one line. */
export const WholeFacts = ({ children }: { children: string }) => {
  const facts = children.split(' · ')
  return facts.map((fact, at) => (
    <Fragment key={fact}>
      <span style={{ display: 'inline-block', maxWidth: '100%' }}>
        {fact}
        {at < facts.length - 1 && ' ·'}
      </span>
      {at < facts.length - 1 && ' '}
    </Fragment>
  ))
}
