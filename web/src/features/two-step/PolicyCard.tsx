import {
  getProjectSettings,
  getTwoStepPolicy,
  type Reply,
  roles,
  saveTwoStepPolicy,
  TwoStepPolicy,
} from '@fornix/contract'
import { Button, Checkbox, Group, NumberInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

const texts = messages.staff
type Saved = Reply<typeof getTwoStepPolicy>

const valuesOf = ({ version: _, admins_always: __, ...policy }: Saved): TwoStepPolicy => policy

const PolicyForm = ({ saved }: { saved: Saved }) => {
  const [done, setDone] = useState(false)
  const saving = useSend(saveTwoStepPolicy, { refreshes: [getTwoStepPolicy, getProjectSettings] })
  const form = useForm<TwoStepPolicy>({ initialValues: valuesOf(saved), validate: schemaResolver(TwoStepPolicy) })
  const { submit, problem } = useSubmit(
    form,
    (policy) => {
      setDone(false)
      return saving.mutateAsync({ body: { ...policy, version: saved.version } })
    },
    {
      onDone: () => setDone(true),
      sentence: (error) => refusalOf(error)?.error ?? texts.failed,
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={texts.title}>
      <Stack maw={560}>
        {done && <SuccessAlert>{texts.saved}</SuccessAlert>}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <Checkbox.Group label={texts.roles} {...form.getInputProps('roles')}>
          <Group mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={role} />
            ))}
          </Group>
        </Checkbox.Group>
        {saved.admins_always && (
          <Text size="sm" c="dimmed">
            {texts.adminsAlways}
          </Text>
        )}
        <TextInput type="date" label={texts.since} {...form.getInputProps('since')} />
        <NumberInput
          label={texts.grace}
          description={texts.graceHint}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('grace_days')}
        />
        <Switch label={texts.mail} description={texts.mailHint} {...form.getInputProps('mail', { type: 'checkbox' })} />
        <TagsInput label={texts.acr} description={texts.acrHint} acceptValueOnBlur {...form.getInputProps('acr')} />
        <TagsInput label={texts.amr} description={texts.amrHint} acceptValueOnBlur {...form.getInputProps('amr')} />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  )
}

/** /projectSettings: who needs two steps to sign in. */
export const PolicyCard = () => {
  const query = useCall(getTwoStepPolicy, {})
  return (
    <Section title={messages.title} lead={texts.lead}>
      {query.isPending && <LoadingState rows={3} />}
      {query.isLoadingError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {query.data && <PolicyForm saved={query.data} />}
    </Section>
  )
}
