import { createOperator, createOperatorByIdentity, NewOperator, NewOperatorForm, pick } from '@fornix/contract'
import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { ApiFailure } from '../../platform/calls/api.ts'
import { exchange } from '../../platform/http/http.ts'
import { takeHanded } from '../../platform/sign-in/identity.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { focusFirst } from '../../ui/form/use-submit.ts'
import { IdentityButton } from '../../ui/identity/IdentityButton.tsx'
import { LinkStep } from '../../ui/identity/LinkStep.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { BrokenInvite } from './BrokenInvite.tsx'
import { problemIn } from './handed-problem.ts'
import { messages } from './messages.ts'
import { type Invite, useInvite } from './use-invite.ts'

const texts = messages.operator
type Field = keyof typeof texts.fields
const nobody = { token: null, project: null }

type Outcome =
  | { kind: 'added' }
  | { kind: 'failed'; sentence: string; why: string }
  | { kind: 'link'; token: string; sentence: string }

/** Anything but a 201 is a failure, told with its status and, where the server says why, that too. */
const outcomeOf = async (asking: Promise<Response>, token = ''): Promise<Outcome> => {
  try {
    const { status } = await asking
    return status === createOperator.status
      ? { kind: 'added' }
      : { kind: 'failed', sentence: texts.status(status), why: '' }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 0) return { kind: 'failed', sentence: texts.error, why: '' }
    const { body, status } = error
    if (body?.code === 'link_required') return { kind: 'link', token, sentence: body.error }
    return { kind: 'failed', sentence: texts.status(status), why: status < 500 ? (body?.error ?? '') : '' }
  }
}

/** /register-operator/{token}: names and a password, or the identity provider. */
export function RegisterOperatorPage() {
  const { token = '' } = useParams()
  const { invite, problem, failed, retry } = useInvite(token)
  if (problem) return <BrokenInvite problem={problem} entrance={paths.physicians} />
  if (!invite)
    return (
      <NarrowCard title={texts.title}>
        {failed ? <ErrorState message={texts.error} onRetry={retry} /> : <LoadingState rows={4} />}
      </NarrowCard>
    )
  return <RegisterCard token={token} invite={invite} />
}

function RegisterCard({ token, invite }: { token: string; invite: Invite }) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>()
  const [handed] = useState(() => takeHanded(pathname))
  const form = useForm({
    initialValues: { ...pick(invite, ['first_name', 'last_name']), password: '', confirm_password: '' },
    validate: schemaResolver(NewOperatorForm),
    validateInputOnBlur: true,
  })
  const byIdentity = async (identity: string) => {
    const asking = exchange(createOperatorByIdentity, { params: { token }, body: { token: identity } }, nobody)
    setOutcome(await outcomeOf(asking, identity))
  }
  useOnce(async () => {
    if (handed) await byIdentity(handed)
  })
  const submit = form.onSubmit(
    async (values) => {
      const asking = exchange(createOperator, { params: { token }, body: NewOperator.parse(values) }, nobody)
      asking.catch((error: unknown) => {
        if (error instanceof ApiFailure && error.body?.fields) form.setErrors(error.body.fields)
      })
      setOutcome(await outcomeOf(asking))
    },
    (errors) => focusFirst(form, errors),
  )

  if (outcome?.kind === 'link')
    return (
      <NarrowCard title={messages.connect} lead={outcome.sentence}>
        <LinkStep token={outcome.token} onLinked={() => byIdentity(outcome.token)} />
      </NarrowCard>
    )
  const earlier = problemIn(state)
  const field = (name: Field) => ({
    label: texts.fields[name],
    size: 'md' as const,
    required: true,
    ...form.getInputProps(name),
  })
  return (
    <NarrowCard title={texts.title} lead={texts.lead(invite.project_name, invite.role, invite.email)}>
      <form onSubmit={submit} noValidate aria-label={texts.title}>
        <Stack>
          {earlier && <ErrorAlert>{earlier}</ErrorAlert>}
          <FormAlert errors={form.errors} labels={texts.fields} onJump={(name) => form.getInputNode(name)?.focus()} />
          <TextInput {...field('first_name')} autoComplete="given-name" />
          <TextInput {...field('last_name')} autoComplete="family-name" />
          <input type="email" name="username" autoComplete="username" value={invite.email} readOnly hidden />
          <PasswordField {...field('password')} purpose="new-password" />
          <PasswordField {...field('confirm_password')} purpose="new-password" />
          <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
          <Button type="submit" size="md" loading={form.submitting}>
            {texts.submit}
          </Button>
          <IdentityButton before={<Divider label={texts.alternative} />} />
        </Stack>
      </form>
      <MessageModal
        opened={outcome?.kind === 'added'}
        title={texts.done}
        button={messages.okay}
        onClose={() => void navigate(paths.physicians, { replace: true })}
      >
        {texts.doneText}
      </MessageModal>
      <MessageModal
        opened={outcome?.kind === 'failed'}
        title={messages.problem}
        button={messages.ok}
        onClose={() => setOutcome(undefined)}
      >
        {outcome?.kind === 'failed' && (
          <Stack gap="xs">
            <Text>{outcome.sentence}</Text>
            {outcome.why && <Text c="dimmed">{outcome.why}</Text>}
          </Stack>
        )}
      </MessageModal>
    </NarrowCard>
  )
}
