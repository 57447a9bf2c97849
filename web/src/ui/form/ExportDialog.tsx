import { ReasonForm } from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { failureSentence, isForReader, statusOf } from '../../platform/http/failure.ts'
import { DialogButtons } from '../dialog/DialogButtons.tsx'
import { Modal } from '../dialog/Modal.tsx'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { ReasonField } from './ReasonField.tsx'
import { schemaResolver } from './schema-resolver.ts'
import { useSubmit } from './use-submit.ts'

const texts = {
  reason: 'Why do you need this file?',
  reasonHint: 'Saved with your name in the access log. Do not write health details.',
  confirm: 'Download file',
  failedStatus: (status: number) => `The list could not be exported. Status: ${status}`,
  failed: 'The list could not be exported. Please try again.',
}
const failureOf = (error: unknown) => {
  const status = statusOf(error)
  return failureSentence(error, status > 0 ? texts.failedStatus(status) : texts.failed, isForReader)
}

export type ExportProps = { title: string; text: string; onExport: (reason: string) => Promise<void> }
type Props = ExportProps & { opened: boolean; onClose: () => void }

/** Asks why a list is downloaded; if the download fails, the reason is still there. */
export const ExportDialog = ({ title, text, onExport, opened, onClose }: Props) => {
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(ReasonForm) })
  const { submit, problem, dismiss, fields } = useSubmit(form, ({ reason }) => onExport(reason.trim()), {
    onDone: () => close(),
    sentence: failureOf,
  })
  const close = () => {
    dismiss()
    form.reset()
    onClose()
  }
  return (
    // Positioned independently of the button.
    <Modal opened={opened} onClose={close} title={title} styles={{ inner: { insetInlineStart: 0 } }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{text}</Text>
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <ReasonField texts={texts} data-autofocus {...fields.getInputProps('reason')} />
          <DialogButtons confirm={texts.confirm} onCancel={close} busy={form.submitting} />
        </Stack>
      </form>
    </Modal>
  )
}
