import { assignThread, getThread, listColleagues, type StaffThread } from '@fornix/contract'
import { Button, Group, Select } from '@mantine/core'
import { useRef } from 'react'
import { namesFailed } from '../../clinic/records/names-failed.ts'
import { refreshCall, refreshIfFailed, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { focusResult } from '../../ui/form/focus-result.ts'
import { staffMessages } from './staff-messages.ts'
import { staffCalls } from './use-mark-seen.ts'

const texts = staffMessages

/** Who answers: taken with one press, given to a colleague, or released. A colleague may have been quicker: then it shows who. */
export const AssignThread = ({ thread: { thread_id, assignee, version } }: { thread: StaffThread }) => {
  const own = useSession()?.user.provider_id ?? ''
  const query = useCall(listColleagues, {})
  const sending = useSend(assignThread, { refreshes: staffCalls })
  const { attempt, problem } = useAttempt((error) => failureSentence(error, texts.assignFailed))
  const field = useRef<HTMLInputElement>(null)
  const people = query.data?.colleagues
    .filter(({ kinds }) => kinds.includes('message'))
    .map(({ provider_id, name, role }) => ({ value: provider_id, label: `${name}, ${role}` }))
  const current = assignee ? [{ value: assignee.provider_id, label: assignee.name }] : []
  const assign = (who: string | null) => {
    const assigning = { params: { thread: thread_id }, body: { assignee: who, version } }
    return attempt(() => refreshIfFailed(sending.mutateAsync(assigning), () => refreshCall(getThread)))
  }
  const take = async () => {
    await assign(own)
    // The button is gone then.
    focusResult(field.current)
  }
  return (
    <Group gap="sm" align="flex-end">
      <Select
        ref={field}
        openOnFocus={false}
        label={texts.assignee}
        placeholder={texts.nobody}
        data={people ?? current}
        value={(sending.isPending ? sending.variables.body.assignee : assignee?.provider_id) ?? null}
        // Another choice needs the version that comes with the answer. Disabled, it would lose the focus.
        readOnly={sending.isPending}
        onChange={(who) => void assign(who)}
        {...namesFailed(query)}
        {...(problem && { error: problem })}
        searchable
        clearable
        flex="1 1 220px"
      />
      {assignee === null && own !== '' && (
        <Button variant="default" loading={sending.isPending} onClick={() => void take()}>
          {texts.take}
        </Button>
      )}
    </Group>
  )
}
