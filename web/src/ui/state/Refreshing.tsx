import type { ReactNode } from 'react'

type Props = { busy: boolean; children: ReactNode }

/** What was there before stays as readable as ever while the rest is on its way: a thin line above it moves. */
export const Refreshing = ({ busy, children }: Props) => (
  <div aria-busy={busy}>
    {busy && <div className="busy-line" aria-hidden />}
    {children}
  </div>
)
