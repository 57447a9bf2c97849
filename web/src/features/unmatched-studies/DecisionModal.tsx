import {
  assignStudy,
  countUnmatchedStudies,
  listUnmatchedStudies,
  rejectStudy,
  type UnmatchedStudy,
  undoStudyDecision,
} from '@fornix/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiFailure, refreshCall, send } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { AssignFields, type Chosen } from './AssignFields.tsx'
import { messages } from './messages.ts'
import type { Decision } from './study-words.ts'

type Props = { decision: Decision; onClose: () => void; onDone: (sentence: string) => void }

const titles = {
  assign: messages.assignTitle,
  reject: messages.rejectTitle,
  undo: messages.undoTitle,
  unmatch: messages.undoMatchTitle,
}
const buttons = {
  assign: messages.assignButton,
  reject: messages.rejectButton,
  undo: messages.undoButton,
  unmatch: messages.undoMatchButton,
}
const nameOf = ({ patient }: UnmatchedStudy) => patient?.name ?? messages.someone
const refresh = () => Promise.all([refreshCall(listUnmatchedStudies), refreshCall(countUnmatchedStudies)])

const saidOf = (study: UnmatchedStudy) =>
  study.state === 'open' || study.state === 'rejected'
    ? messages.said[study.state]
    : messages.said.assigned(nameOf(study))

/** Asks before a decision; a refusal is told in its own words, and the list shows how it is now. */
export const DecisionModal = ({ decision: { kind, study }, onClose, onDone }: Props) => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [missing, setMissing] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const words = kind === 'undo' && study.state === 'matched' ? 'unmatch' : kind

  const refuse = (sentence: string) => {
    setMissing(sentence)
    form.current?.querySelector<HTMLInputElement>('input')?.focus()
  }
  const decide = () => {
    const request = { params: { study: study.study_UID } }
    const { version } = study
    if (kind === 'reject') return send(rejectStudy, { ...request, body: { version } })
    if (kind === 'undo') return send(undoStudyDecision, { ...request, body: { version } })
    return send(assignStudy, { ...request, body: { patient: chosen?.patient_id ?? '', version } })
  }
  const submit = async () => {
    if (kind === 'assign' && !chosen) return refuse(messages.missing)
    setBusy(true)
    try {
      const decided = await decide()
      await refresh()
      onDone(words === 'unmatch' ? messages.said.unmatched : saidOf(decided))
    } catch (error) {
      const answer = error instanceof ApiFailure ? error.body : undefined
      const field = answer?.fields?.['patient']
      if (field) return refuse(field)
      setProblem((answer?.code === 'stale' && answer.error) || messages.failed)
      if (answer?.code === 'stale') void refresh()
    } finally {
      setBusy(false)
    }
  }
  const stale = problem !== '' && problem !== messages.failed

  return (
    <>
      <Modal opened={problem === ''} onClose={onClose} title={titles[words]}>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void submit()
          }}
        >
          <Stack>
            {kind === 'assign' && (
              <AssignFields
                study={study}
                chosen={chosen}
                onChoose={(next) => {
                  setChosen(next)
                  setMissing('')
                }}
                error={missing}
              />
            )}
            {kind === 'reject' && <Text>{messages.rejectText}</Text>}
            {kind === 'undo' && (
              <Text>{study.state === 'rejected' ? messages.undoRejected : messages.undoGiven(nameOf(study))}</Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" disabled={busy} onClick={onClose}>
                {messages.cancel}
              </Button>
              <Button type="submit" color={kind === 'assign' ? undefined : 'red'} loading={busy}>
                {buttons[words]}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <MessageModal
        opened={problem !== ''}
        title={messages.failure}
        button={messages.ok}
        onClose={() => (stale ? onClose() : setProblem(''))}
      >
        {problem}
      </MessageModal>
    </>
  )
}
