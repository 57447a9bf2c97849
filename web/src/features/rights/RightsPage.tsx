import {
  getMyRights,
  getRights,
  type OperatorRole,
  type ProjectRights,
  type Right,
  RightsForm,
  saveRights,
} from '@fornix/contract'
import { Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { RightsTable } from './RightsTable.tsx'
import { bodyOf, labels, type RightsValues, rightsValues } from './values.ts'

const { yes, no } = messages

const Fields = ({ form }: { form: UseFormReturnType<RightsValues> }) => {
  const switchOf = (role: OperatorRole, right: Right) => {
    const name = `${role}/${right}` as const
    const isAllowed = form.values[name] === yes
    return (
      <Switch
        aria-label={labels[name]}
        label={form.values[name]}
        checked={isAllowed}
        onChange={() => form.setFieldValue(name, isAllowed ? no : yes)}
      />
    )
  }
  return (
    <>
      <RightsTable cell={switchOf} />
      <TextInput
        label={messages.amount}
        description={messages.amountHint}
        inputMode="decimal"
        leftSection="$"
        maw={420}
        {...form.getInputProps('two_person_amount')}
      />
      <Text size="sm">{messages.immediately}</Text>
    </>
  )
}

const Summary = ({ rights }: { rights: ProjectRights }) => {
  const values = rightsValues(rights)
  const { changed, two_person_amount } = rights
  return (
    <Stack gap="md">
      <RightsTable
        cell={(role, right) => {
          const word = values[`${role}/${right}`]
          return (
            <Text size="sm" fw={word === no ? 600 : 400}>
              {word}
            </Text>
          )
        }}
      />
      <SummaryList rows={[[messages.amount, two_person_amount === null ? messages.never : `$${two_person_amount}`]]} />
      <Text size="sm" c="dimmed">
        {changed ? messages.changed(changed.name, formatDateTime(changed.at)) : messages.unchanged}
      </Text>
    </Stack>
  )
}

type CardProps = { rights: ProjectRights; latest: () => Promise<ProjectRights> }

const RightsCard = ({ rights, latest }: CardProps) => {
  const send = useSend(saveRights, { refreshes: [getRights, getMyRights] })
  // All of them are sent, so other users' saved changes are merged in.
  const lastSaved = useRef(rights)
  lastSaved.current = rights
  const edit = useRecordEdit<RightsValues>({
    name: 'rights',
    values: rightsValues(rights),
    version: rights.version,
    schema: RightsForm,
    failed: messages.saveFailed,
    save: async (changes, version) => {
      await send.mutateAsync({ body: { ...bodyOf({ ...rightsValues(lastSaved.current), ...changes }), version } })
    },
    latest: async () => {
      lastSaved.current = await latest()
      return { values: rightsValues(lastSaved.current), version: lastSaved.current.version }
    },
  })
  return (
    <EditCard
      title={messages.section}
      editLabel={messages.edit}
      edit={edit}
      labels={labels}
      fields={(form) => <Fields form={form} />}
      summary={<Summary rights={rights} />}
    />
  )
}

/** /rights */
export const RightsPage = () => {
  const query = useCall(getRights, {})
  const latest = async () => {
    const { data, error } = await query.refetch()
    if (error || !data) throw error ?? new Error('The rights came back empty')
    return data
  }
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.subtitle} />
      {query.isPending && <LoadingState />}
      {!query.data && query.isError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {query.data && <RightsCard rights={query.data} latest={latest} />}
    </>
  )
}
