import type { Care } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { cared } from '../../platform/session/acted-for.ts'
import type { Session } from '../../platform/session/session.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'

const texts = messages.notShared

/** Replaces a page that was not shared with a caregiver: why, and where to go. */
export const NotShared = ({ session, care }: { session: Session; care: Care }) => (
  <>
    <PageTitle title={texts.title} />
    <EmptyState
      icon={IconLock}
      title={care === 'never' ? texts.patientOnly(cared(session)) : texts.text(cared(session))}
    >
      <Button component={Link} to={paths.profile} mt="sm">
        {texts.home}
      </Button>
    </EmptyState>
  </>
)
