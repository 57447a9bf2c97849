import type { ReactNode } from 'react'

type Props = { busy: boolean; children: ReactNode }

/** The earlier content stays fully readable while the rest loads: a thin line above it moves. */
export const Refreshing = ({ busy, children }: Props) => (
  <div aria-busy={busy}>
    {busy && <div className="busy-line" aria-hidden />}
    {children}
  </div>
)
