import { ReasonForm } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { fileSentence, statusOf } from '../../platform/http/failure.ts'
import { DialogButtons } from '../dialog/DialogButtons.tsx'
import { Modal } from '../dialog/Modal.tsx'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { ReasonField } from './ReasonField.tsx'
import { schemaResolver } from './schema-resolver.ts'
import { useSubmit } from './use-submit.ts'
import { WithheldTooltip, withheldProps } from './WithheldTooltip.tsx'

const texts = messages.exportFile
const failureOf = (error: unknown) => {
  const status = statusOf(error)
  return fileSentence(error, status > 0 ? texts.failedStatus(status) : texts.failed)
}

type Props = {
  title: string
  text: string
  disabled: boolean
  /** Why the caller may not export; '' where they may. */
  withheld?: string
  onExport: (reason: string) => Promise<void>
  label?: string
  size?: string
}

/** Downloads a list as a file, once somebody has said why; a reason whose file did not come is still there. */
export const ExportButton = (props: Props) => {
  const { title, text, disabled, withheld = '', onExport, label = texts.button, size } = props
  const [opened, setOpened] = useState(false)
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(ReasonForm) })
  const { submit, problem, dismiss } = useSubmit(form, ({ reason }) => onExport(reason.trim()), {
    onDone: () => {
      setOpened(false)
      form.reset()
    },
    sentence: failureOf,
  })
  const close = () => {
    if (form.submitting) return
    dismiss()
    setOpened(false)
  }
  return (
    <>
      <WithheldTooltip reason={withheld}>
        <Button
          variant="default"
          {...(size && { size })}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          disabled={disabled && !withheld}
          onClick={() => setOpened(true)}
          {...withheldProps(withheld)}
        >
          {label}
        </Button>
      </WithheldTooltip>
      {/* Wherever the button stands. */}
      <Modal opened={opened} onClose={close} title={title} styles={{ inner: { insetInlineStart: 0 } }}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text>{text}</Text>
            {problem && <ErrorAlert>{problem}</ErrorAlert>}
            <ReasonField
              label={texts.reason}
              description={texts.reasonHint}
              data-autofocus
              {...form.getInputProps('reason')}
            />
            <DialogButtons confirm={texts.confirm} onCancel={close} busy={form.submitting} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
