import { Fragment } from 'react'

type Props = {
  address: string
  className?: string | undefined
  /** For a column narrower than the part before the @: it may also break after each dot. */
  narrow?: boolean
}

/** A long address breaks after its @ before it breaks anywhere else. */
export const Email = ({ address, className, narrow = false }: Props) => (
  <span className={className} title={address} style={{ overflowWrap: 'break-word' }}>
    {address.split(narrow ? /(?<=[@._-])/ : /(?<=@)/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
)
