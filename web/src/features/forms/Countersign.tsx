import { countersignForm, Countersign as Fields, readForm, type SignedForm } from '@fornix/contract'
import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refreshCall, send, thenRefresh } from '../../platform/calls/api.ts'
import { codeOf, failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { signedAt } from './signed-at.ts'

const texts = messages.countersign

const CountersignCard = ({ file_id, name }: { file_id: string; name: string }) => {
  const form = useForm({ initialValues: { signature: '' }, validate: schemaResolver(Fields) })
  const sign = (body: { signature: string }) =>
    thenRefresh(
      send(countersignForm, { params: { file_id }, body }).catch((error: unknown) => {
        // By a colleague, or by oneself where the response was lost: the form says by whom.
        if (codeOf(error) !== 'countersigned') throw error
      }),
      () => refreshCall(readForm),
    )
  const { submit, problem, fields } = useSubmit(form, sign, {
    onDone: () => undefined,
    sentence: (error) => failureSentence(error, texts.failed, isForReader),
  })
  return (
    <Card component="section" mt="md" className="no-print" aria-label={texts.title}>
      <form onSubmit={submit} noValidate>
        <Stack align="flex-start">
          <Title order={2} size="h3">
            {texts.title}
          </Title>
          <Text>{texts.lead}</Text>
          {problem && <ErrorAlert w="100%">{problem}</ErrorAlert>}
          <TextInput
            label={texts.signature}
            description={texts.hint(name)}
            autoComplete="name"
            spellCheck={false}
            maxLength={200}
            w="100%"
            {...fields.getInputProps('signature')}
          />
          <Button type="submit" loading={form.submitting}>
            {texts.submit}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

/** The second signature: who signed below, or the way to, for staff. */
export const Countersign = ({ form }: { form: SignedForm }) => {
  const session = useSession()
  if (!form.needs_countersign || form.countersigned || !session) return null
  if (session.role === 'Patient') return <Text mt="md">{texts.waits}</Text>
  return <CountersignCard file_id={form.file_id} name={nameOf(session.user)} />
}

export const Countersigned = ({ by }: { by: NonNullable<SignedForm['countersigned']> }) => (
  <SummaryList
    rows={[
      [texts.by, `${by.signer_name}, ${by.role}`],
      [texts.at, signedAt(by.signed_at)],
    ]}
  />
)
