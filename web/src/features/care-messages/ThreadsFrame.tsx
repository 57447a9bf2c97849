import type { ReactNode } from 'react'
import { BackLink } from '../../ui/list/BackLink.tsx'
import classes from './care-messages.module.css'
import { messages } from './messages.ts'

type Props = { list: ReactNode; children: ReactNode; isReading: boolean; back: string }

/** List and conversation beside each other; where there is no room for both, one of them with a way back to the list. */
export const ThreadsFrame = ({ list, children, isReading, back }: Props) => (
  <div className={classes.frame} data-reading={isReading || undefined}>
    <div>{list}</div>
    <div>
      {isReading && (
        <div className={classes.back}>
          <BackLink to={back}>{messages.all}</BackLink>
        </div>
      )}
      {children}
    </div>
  </div>
)
