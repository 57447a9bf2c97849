import { nameOf } from '../../ui/display/names.ts'
import '@fontsource/dancing-script/latin-400.css'
import '@fontsource/dancing-script/latin-ext-400.css'
import { Anchor, Button, Group, Loader, Stack, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { studyFormDate } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { type Session, useSession } from '../../platform/session/session.tsx'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AuthFormFields } from './AuthFormFields.tsx'
import { AuthorizationSheet } from './AuthorizationSheet.tsx'
import { EnglishOnly } from './EnglishOnly.tsx'
import styles from './form.module.css'
import { messages } from './messages.ts'
import { closeForScans } from './scans-tab.ts'
import { type Study, useStudy } from './study-of-tab.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Loads what makes the PDF while the form is being filled in. */
const preload = () => void import('./make-pdf.ts')

const Filled = ({ user, study }: { user: Session['user']; study: Study }) => {
  const sheet = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const project = useConfig()?.project_name ?? ''
  const patient = nameOf(user)
  const acting = useSession()?.acting
  const { form, today, draft, busy, pressed, isWaiting, outcome, stopped, submit, close, cancel } = useAuthForm({
    study,
    patientKey: user.patient_id,
    patient,
    pages: () => [...(sheet.current?.querySelectorAll('section') ?? [])],
  })
  const problem = typeof outcome === 'object' ? outcome.problem : ''
  return (
    <>
      <DraftNote draft={draft} busy={busy !== undefined} />
      <form onSubmit={submit} noValidate onFocusCapture={preload} aria-label={messages.title}>
        <Stack mt="md">
          <FormAlert
            errors={form.errors}
            labels={{ ...messages.fields, personalUse: messages.fields.purpose }}
            onJump={(name) => form.getInputNode(name)?.focus()}
          />
          <AuthFormFields
            form={form}
            today={today}
            project={project}
            patient={patient}
            signer={acting?.name ?? ''}
            mrn={user.mrn_number}
            studyDate={study.date}
          />
          {stopped && <ErrorAlert>{stopped}</ErrorAlert>}
          <Group>
            <Button
              type="submit"
              loading={isWaiting}
              disabled={busy !== undefined}
              {...(busy && { leftSection: <Loader size={16} /> })}
            >
              {busy ? messages[busy] : messages.submit}
            </Button>
            <Button variant="default" disabled={busy !== undefined} onClick={cancel}>
              {messages.cancel}
            </Button>
            <VisuallyHidden role="status">{busy ? messages[busy] : ''}</VisuallyHidden>
          </Group>
        </Stack>
      </form>
      {pressed &&
        createPortal(
          <div ref={sheet}>
            <AuthorizationSheet
              {...pressed.values}
              signature={pressed.values.signature.trim()}
              signer={acting?.name}
              project={project}
              patient={patient}
              mrn={user.mrn_number}
              scanDate={studyFormDate(study.date)}
              studyId={study.id}
              date={pressed.date}
            />
          </div>,
          document.body,
        )}
      <MessageModal
        opened={outcome === 'sent' || outcome === 'kept'}
        tone="success"
        title={messages.success}
        button={messages.okay}
        onClose={() => closeForScans() || void navigate(paths.scan)}
      >
        {outcome === 'kept' ? messages.kept : messages.done}
      </MessageModal>
      <MessageModal
        tone="failure"
        opened={problem !== ''}
        title={messages.failure}
        button={messages.close}
        onClose={close}
      >
        {problem}
      </MessageModal>
    </>
  )
}

/** Without a scan, a patient or a project there is nothing to sign for. */
const Missing = () => {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <MessageModal
        tone="failure"
        opened={opened}
        title={messages.failure}
        button={messages.close}
        onClose={() => setOpened(false)}
      >
        {`${messages.notFilled}. ${messages.notFilledHint}`}
      </MessageModal>
      <EmptyState tone="failure" title={messages.notFilled} text={messages.notFilledHint}>
        <Anchor component={Link} to={paths.scan}>
          {messages.back}
        </Anchor>
      </EmptyState>
    </>
  )
}

/** /authForm */
export const AuthFormPage = () => {
  const session = useSession()
  const study = useStudy()
  const complete = study && session?.user.patient_id && session.project
  const isMissing = study !== undefined && !complete
  if (isMissing)
    return (
      <div className={styles.paper}>
        <PageTitle title={messages.notFilledTitle} />
        <Missing />
      </div>
    )
  return (
    <div className={styles.paper}>
      <EnglishOnly />
      <div lang="en-US">
        <PageTitle title={messages.title} subtitle={messages.lead} />
        {complete ? <Filled key={study.id} user={session.user} study={study} /> : <LoadingState />}
      </div>
    </div>
  )
}
