import { ConfirmIdentity, confirmIdentity, idDocuments, keysOf, type ResponseOf } from '@fornix/contract'
import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { send } from '../../../platform/calls/api.ts'
import { useWithheld } from '../../../platform/calls/rights.ts'
import { failureSentence } from '../../../platform/http/failure.ts'
import { useSession } from '../../../platform/session/session.tsx'
import { formatDayAndMinute } from '../../../ui/display/dates.ts'
import { ErrorAlert, SuccessAlert } from '../../../ui/display/ErrorAlert.tsx'
import { FormButtons } from '../../../ui/form/FormButtons.tsx'
import { RadioCards } from '../../../ui/form/RadioCards.tsx'
import { schemaResolver } from '../../../ui/form/schema-resolver.ts'
import { TypedDayField } from '../../../ui/form/TypedDayField.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PageTitle } from '../../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'

const texts = messages.staff
type Confirmed = ResponseOf<typeof confirmIdentity>
type Values = {
  kind: ConfirmIdentity['kind']
  code: string
  document: string
  name: string
  birth_date: string
  number: string
}

const empty: Values = { kind: 'patient', code: '', document: '', name: '', birth_date: '', number: '' }

/** What the document says; nothing of the record stands beside it, so nobody confirms what they did not read. */
const Identifiers = ({ form }: { form: Pick<UseFormReturnType<Values>, 'values' | 'getInputProps'> }) => {
  const { kind } = form.values
  return (
    <>
      {kind !== 'patient' && <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />}
      {kind !== 'staff' && <TypedDayField label={texts.birthDate[kind]} {...form.getInputProps('birth_date')} />}
      {kind !== 'caregiver' && (
        <TextInput label={texts.number[kind]} autoComplete="off" {...form.getInputProps('number')} />
      )}
    </>
  )
}

const ConfirmForm = ({ onDone }: { onDone: (confirmed: Confirmed) => void }) => {
  const isAdmin = useSession()?.audience === 'admin'
  const form = useForm<Values>({ initialValues: empty, validate: schemaResolver(ConfirmIdentity) })
  const { submit, problem, fields } = useSubmit(
    form,
    (values) => send(confirmIdentity, { body: ConfirmIdentity.parse(values) }),
    { onDone, sentence: (error) => failureSentence(error, texts.failed), focus: 'code' },
  )
  const kinds = keysOf(texts.kinds).filter((kind) => isAdmin || kind !== 'staff')
  return (
    <form onSubmit={submit} noValidate aria-label={texts.title}>
      <Stack maw={520}>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <RadioCards
          label={texts.kind}
          options={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          {...fields.getInputProps('kind')}
        />
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fields.getInputProps('code')}
        />
        <RadioCards
          label={texts.document}
          options={idDocuments.map((value) => ({ value, label: texts.documents[value] }))}
          {...fields.getInputProps('document')}
        />
        <Identifiers form={fields} />
        <FormButtons submit={texts.confirm} busy={form.submitting} size="md" />
      </Stack>
    </form>
  )
}

/** /confirmIdentity: one of the two who see somebody in person. */
export const ConfirmIdentityPage = () => {
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const withheld = useWithheld('confirm_identity')
  return (
    <Stack>
      <PageTitle title={texts.title} subtitle={texts.lead} />
      <Card>
        {withheld && <Text>{withheld}</Text>}
        {!withheld && confirmed && (
          <Stack align="flex-start">
            <SuccessAlert>
              {confirmed.opens_at ? texts.second(formatDayAndMinute(confirmed.opens_at)) : texts.first}
            </SuccessAlert>
            <Button variant="default" onClick={() => setConfirmed(undefined)}>
              {texts.another}
            </Button>
          </Stack>
        )}
        {!withheld && !confirmed && (
          <Stack>
            <Text c="dimmed">{texts.rule}</Text>
            <ConfirmForm onDone={setConfirmed} />
          </Stack>
        )}
      </Card>
    </Stack>
  )
}
