import {
  type Args,
  createOperator,
  createOperatorByIdentity,
  NewOperator,
  NewOperatorForm,
  pick,
} from '@fornix/contract'
import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { IdentityButton } from '../../clinic/sign-in/IdentityButton.tsx'
import { LinkStep } from '../../clinic/sign-in/LinkStep.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { ApiFailure } from '../../platform/calls/api.ts'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'
import { exchange } from '../../platform/http/http.ts'
import { takePassedToken } from '../../platform/sign-in/identity.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { longPasswordError } from '../../ui/form/long-password.ts'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { focusFirst, useSubmit } from '../../ui/form/use-submit.ts'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { BrokenInvite } from './BrokenInvite.tsx'
import { problemIn } from './handed-problem.ts'
import { InviteFailure } from './InviteFailure.tsx'
import { messages } from './messages.ts'
import { type Invite, useInvite } from './use-invite.ts'
import type { Failure } from './use-invite-form.ts'

const texts = messages.operator
type Field = keyof typeof texts.fields
const bySchema = schemaResolver(NewOperatorForm)
const nobody = { token: null, project: null }

/** Anything but a 201 is a failure, shown with its status and, if given, the server's reason. */
const failureOf = (error: unknown): Failure => {
  const status = statusOf(error)
  if (status === 0) return { sentence: texts.error, why: '' }
  return { sentence: texts.status(status), why: refusalOf(error)?.error ?? '' }
}
const registerOperator = async (asking: Promise<Response>) => {
  const { status } = await asking
  if (status !== createOperator.status) throw new ApiFailure(status)
}
const byPassword = (token: string, body: Args<typeof createOperator>['body']) =>
  registerOperator(exchange(createOperator, { params: { token }, body }, nobody))
const byIdentity = (token: string, identity: string) =>
  registerOperator(exchange(createOperatorByIdentity, { params: { token }, body: { token: identity } }, nobody))

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

/** Registers with the identity that the provider handed to this page, or with one linked here to an account with a password. */
function useIdentityRegistration(token: string, onAdded: () => void) {
  const { pathname } = useLocation()
  const [handed] = useState(() => takePassedToken(pathname))
  const [link, setLink] = useState<{ identity: string; sentence: string }>()
  const [refused, setRefused] = useState<Failure>()
  const registerBy = async (identity: string) => {
    try {
      await byIdentity(token, identity)
      onAdded()
      setLink(undefined)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal?.code === 'link_required') return setLink({ identity, sentence: refusal.error })
      setRefused(failureOf(error))
      setLink(undefined)
    }
  }
  useOnce(async () => {
    if (handed) await registerBy(handed)
  })
  return { registerBy, link, refused, dismissRefusal: () => setRefused(undefined) }
}

function RegisterCard({ token, invite }: { token: string; invite: Invite }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [added, setAdded] = useState(false)
  const { registerBy, link, refused, dismissRefusal } = useIdentityRegistration(token, () => setAdded(true))
  const form = useForm({
    initialValues: { ...pick(invite, ['first_name', 'last_name']), password: '', confirm_password: '' },
    validate: (values) => ({ ...longPasswordError(invite.long_password, values.password), ...bySchema(values) }),
    validateInputOnBlur: true,
  })
  const { submit, failure, stopped, dismiss, jump, fields } = useSubmit(
    form,
    (values) => byPassword(token, NewOperator.parse(values)),
    {
      onDone: () => setAdded(true),
      sentence: failureOf,
      onFaults: (faults) => {
        // The specification's sentence is shown for every refusal, in a dialog: a field that loses the focus to it would be validated
        // again, and lose the server's message.
        if (!form.isValid()) focusFirst(form, faults)
        return false
      },
    },
  )
  if (link)
    return (
      <NarrowCard title={messages.connect} lead={link.sentence}>
        <LinkStep token={link.identity} onLinked={() => registerBy(link.identity)} />
      </NarrowCard>
    )
  const problem = stopped ?? problemIn(state)
  const field = (name: Field) => ({
    label: texts.fields[name],
    size: 'md' as const,
    required: true,
    ...fields.getInputProps(name),
  })
  return (
    <NarrowCard title={texts.title} lead={texts.lead(invite.project_name, invite.role, invite.email)}>
      <form onSubmit={submit} noValidate aria-label={texts.title}>
        <Stack>
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <FormAlert errors={form.errors} labels={texts.fields} onJump={jump} />
          <TextInput {...field('first_name')} autoComplete="given-name" />
          <TextInput {...field('last_name')} autoComplete="family-name" />
          <input type="email" name="username" autoComplete="username" value={invite.email} readOnly hidden />
          <PasswordField {...field('password')} purpose="new-password" />
          <PasswordField {...field('confirm_password')} purpose="new-password" />
          <PasswordChecklist
            password={form.values.password}
            confirmation={form.values.confirm_password}
            isLongNeeded={invite.long_password}
          />
          <Button type="submit" size="md" loading={form.submitting}>
            {texts.submit}
          </Button>
          <IdentityButton before={<Divider label={texts.alternative} />} />
        </Stack>
      </form>
      <MessageModal
        opened={added}
        tone="success"
        title={texts.done}
        button={messages.okay}
        onClose={() => void navigate(paths.physicians, { replace: true })}
      >
        {texts.doneText}
      </MessageModal>
      <InviteFailure
        failure={failure ?? refused}
        onClose={() => {
          dismiss()
          dismissRefusal()
        }}
      />
    </NarrowCard>
  )
}
