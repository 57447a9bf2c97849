import { IconLock } from '@tabler/icons-react'
import { DeadEnd } from './DeadEnd.tsx'
import { messages } from './messages.ts'

export const ForbiddenPage = () => <DeadEnd icon={IconLock} {...messages.forbidden} />
