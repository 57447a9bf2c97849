import {
  admins,
  getProjectSettings,
  getTwoStepPolicy,
  type ResponseOf,
  roles,
  saveTwoStepPolicy,
  TwoStepPolicy,
} from '@fornix/contract'
import { Alert, Checkbox, Group, NumberInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, statusOf } from '../../platform/http/failure.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages
type Saved = ResponseOf<typeof getTwoStepPolicy>

/** With the version that was read with them: so a change that somebody saved meanwhile is still seen as one. */
type Values = TwoStepPolicy & Pick<Saved, 'version'>

const valuesOf = ({ admins_always: _, people: __, ...values }: Saved): Values => values

/** The first day on which nobody of these roles signs in with one step; undefined while the fields say no day. */
const firstDay = ({ since, grace_days }: TwoStepPolicy) => {
  const day = new Date(`${since}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || !Number.isInteger(grace_days)) return undefined
  day.setUTCDate(day.getUTCDate() + grace_days)
  return day.toISOString().slice(0, 10)
}

/** From which day what is chosen counts, and for how many it comes as news. */
const Effect = ({ policy, saved }: { policy: TwoStepPolicy; saved: Saved }) => {
  const day = firstDay(policy)
  // Where admins always need two steps, no day is waited for.
  const chosen = policy.roles.filter((role) => !(saved.admins_always && admins.some((admin) => admin === role)))
  const affected = saved.people.filter(({ role }) => chosen.includes(role))
  const sumOf = (key: 'all' | 'without') => affected.reduce((sum, counts) => sum + counts[key], 0)
  if (chosen.length === 0) return saved.admins_always ? null : <Text size="sm">{texts.nobody}</Text>
  if (!day) return null
  return (
    <Alert role="note" color={sumOf('without') > 0 ? 'amber' : 'blue'} variant="light">
      {texts.effect(dayInWords(day))} {texts.without(sumOf('without'), sumOf('all'))}
    </Alert>
  )
}

const policyOf = ({ version: _, ...policy }: Values) => JSON.stringify(policy)

type FormProps = { saved: Saved; latest: () => Promise<{ data: Saved | undefined }> }

const PolicyForm = ({ saved, latest }: FormProps) => {
  const [done, setDone] = useState(false)
  const saving = useSend(saveTwoStepPolicy, { refreshes: [getTwoStepPolicy, getProjectSettings] })
  const form = useForm<Values>({ initialValues: valuesOf(saved), validate: schemaResolver(TwoStepPolicy) })
  const isUnchanged = (fresh: Values) => policyOf(fresh) === policyOf(form.getInitialValues())
  /** Another setting of the project leaves what was typed; another policy is looked at before it is changed. */
  const follow = (fresh: Values) => {
    form.setValues(isUnchanged(fresh) ? { version: fresh.version } : fresh)
    form.resetDirty(fresh)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the policy was read again
  useEffect(() => {
    const fresh = valuesOf(saved)
    if (!form.isDirty() || isUnchanged(fresh)) follow(fresh)
  }, [saved])
  const showNewest = async () => {
    const { data } = await latest()
    if (data) follow(valuesOf(data))
  }
  const save = async (body: Values) => {
    setDone(false)
    try {
      return await saving.mutateAsync({ body })
    } catch (error) {
      // Only then: anything else that failed leaves what was typed.
      if (statusOf(error) === 409) void showNewest()
      throw error
    }
  }
  const { submit, problem } = useSubmit(form, save, {
    onDone: (response) => {
      setDone(true)
      // What was typed since it was sent stays.
      form.setInitialValues(valuesOf(response))
      follow(valuesOf(response))
    },
    sentence: (error) => failureSentence(error, texts.failed),
  })
  return (
    <form onSubmit={submit} noValidate aria-label={texts.title}>
      <Stack maw={560}>
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
        <Effect policy={form.values} saved={saved} />
        <NumberInput
          label={texts.recovery}
          description={texts.recoveryHint}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('recovery_hours')}
        />
        <Switch label={texts.mail} description={texts.mailHint} {...form.getInputProps('mail', { type: 'checkbox' })} />
        <details>
          <summary>{texts.advanced}</summary>
          <Stack mt="xs">
            <TagsInput label={texts.acr} description={texts.acrHint} acceptValueOnBlur {...form.getInputProps('acr')} />
            <TagsInput label={texts.amr} description={texts.amrHint} acceptValueOnBlur {...form.getInputProps('amr')} />
          </Stack>
        </details>
        {done && <SuccessAlert>{texts.saved}</SuccessAlert>}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <FormButtons submit={texts.save} busy={form.submitting} />
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
      {query.data && <PolicyForm saved={query.data} latest={query.refetch} />}
    </Section>
  )
}
