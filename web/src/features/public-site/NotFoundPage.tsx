import { IconMapSearch } from '@tabler/icons-react'
import { DeadEnd } from './DeadEnd.tsx'
import { messages } from './messages.ts'

export const NotFoundPage = () => <DeadEnd icon={IconMapSearch} {...messages.notFound} />
