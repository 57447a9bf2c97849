import {
  getNotices,
  type NoticeChoices,
  type NoticeKind,
  type NoticeWay,
  noticeKinds,
  noticeRules,
  pushChoices,
  type ResponseOf,
  type SavedNotices,
  saveNotices,
} from '@fornix/contract'
import { Divider, Stack, Switch, Text, VisuallyHidden } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { useOnlineWait } from '../../platform/calls/waiting.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { messages } from './messages.ts'
import styles from './notices.module.css'
import { hideUnchanged, showUnchanged } from './unchanged.ts'
import { usePushHere } from './use-push-here.ts'

const texts = messages.device
type PushHere = ReturnType<typeof usePushHere>

const isChosen = ({ email_off, push_on }: NoticeChoices, kind: NoticeKind, way: NoticeWay) =>
  way === 'email' ? !email_off.some((one) => one === kind) : push_on.some((one) => one === kind)

const toggled = <Kind extends string>(kinds: readonly Kind[], kind: Kind) =>
  kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]
type Wanted = Required<SavedNotices>
const added = <Kind extends string>(kinds: readonly Kind[], kind: Kind) => [...new Set([...kinds, kind])]
/** The choices with one switch the other way. A kind without that switch has none to press. */
const pressed = ({ email_off, push_on, changed }: Wanted, kind: NoticeKind, way: NoticeWay): Wanted =>
  way === 'email'
    ? { email_off: toggled(email_off, kind), push_on, changed: { ...changed, email: added(changed.email, kind) } }
    : { email_off, push_on: toggled(push_on, kind), changed: { ...changed, push: added(changed.push, kind) } }

/** Beside what was pressed; a screen reader says it from the status region. */
const Saved = ({ className }: { className?: string | undefined }) => (
  <Text size="xs" aria-hidden className={className ?? ''}>
    {messages.saved}
  </Text>
)

type RowProps = {
  kind: NoticeKind
  choices: NoticeChoices
  ways: NoticeWay[]
  mayPush: boolean
  savedWay: NoticeWay | undefined
  problem: ReactNode
  onPress: (way: NoticeWay) => void
}
const Row = ({ kind, choices, ways, mayPush, savedWay, problem, onPress }: RowProps) => {
  const { name, always } = messages.kinds[kind]
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <Text>{name}</Text>
        {always && (
          <Text size="sm" c="dimmed">
            {always}
          </Text>
        )}
      </div>
      <div className={styles.switches}>
        {ways.map((way) =>
          noticeRules[kind][way] === 'choice' ? (
            <div key={way} className={styles.way}>
              <Switch
                label={messages[way]}
                aria-label={messages[`${way}Of`](name)}
                checked={isChosen(choices, kind, way)}
                disabled={way === 'push' && !mayPush}
                onChange={() => onPress(way)}
              />
              {way === savedWay && <Saved className={styles.saved} />}
            </div>
          ) : (
            <span key={way} />
          ),
        )}
      </div>
      {problem && <div className={styles.problem}>{problem}</div>}
    </li>
  )
}

const ThisDevice = ({ push, onFirst }: { push: PushHere; onFirst: () => Promise<void> }) => {
  if (push.obstacle) return <Text role="status">{texts.obstacles[push.obstacle]}</Text>
  return (
    <Stack gap="xs">
      <Switch
        label={texts.label}
        // Mantine takes the description into the name otherwise.
        aria-label={texts.label}
        description={texts.hint}
        checked={push.isOn}
        onChange={() => !push.isBusy && void (push.isOn ? push.turnOff() : push.turnOn(onFirst))}
      />
      {push.problem && <ErrorAlert>{push.problem}</ErrorAlert>}
    </Stack>
  )
}

/** Of several quick presses each counts, also where the one before fails. Without network all of them wait, and are sent as one. */
const useChoices = (saved: NoticeChoices) => {
  const saving = useSend(saveNotices, { refreshes: [getNotices], inOrder: true })
  const { waitOnline } = useOnlineWait({ left: 'noticesUnchanged' })
  const [waiting, setWaiting] = useState<Wanted>()
  const lastSaved: Wanted = { ...saved, changed: { email: [], push: [] } }
  const wanted = useRef(lastSaved)
  if (!saving.isPending && !waiting) wanted.current = lastSaved
  const send = () => saving.mutate({ body: wanted.current })
  const save = (change: (now: Wanted) => Wanted) => {
    hideUnchanged()
    wanted.current = change(wanted.current)
    if (onlineManager.isOnline()) return send()
    setWaiting(wanted.current)
    if (waiting) return
    // Whoever stops waiting sees the switches as they are saved.
    const stop = () => {
      saving.reset()
      showUnchanged()
    }
    void waitOnline(() => undefined)
      .then(send, stop)
      .finally(() => setWaiting(undefined))
  }
  // What waits is neither saved nor has it failed, whatever became of the press before.
  const isSaved = saving.isSuccess && !waiting
  const error = waiting ? null : saving.error
  return { isSaved, error, choices: waiting ?? (saving.isPending ? saving.variables.body : saved), save }
}

type ChoicesProps = { saved: NoticeChoices; pushKey: string; reload: () => Promise<NoticeChoices | undefined> }
const Choices = ({ saved, pushKey, reload }: ChoicesProps) => {
  const { isSaved, error, choices, save } = useChoices(saved)
  const push = usePushHere(pushKey)
  const mayPush = push.isOn || choices.push_on.length > 0
  /** The switch that was pressed last; undefined for that of the device. */
  const [last, setLast] = useState<{ kind: NoticeKind; way: NoticeWay }>()
  const problem = error && <ErrorAlert>{failureSentence(error, messages.saveFailed, isForReader)}</ErrorAlert>
  return (
    <Stack gap="md">
      {pushKey && !mayPush && <Text size="sm">{push.obstacle ? texts.obstacles[push.obstacle] : texts.first}</Text>}
      <ul className={styles.list} aria-label={messages.list}>
        {noticeKinds
          .filter((kind) => pushKey || noticeRules[kind].email !== 'never')
          .map((kind) => (
            <Row
              key={kind}
              kind={kind}
              choices={choices}
              ways={pushKey ? ['email', 'push'] : ['email']}
              mayPush={mayPush}
              savedWay={isSaved && last?.kind === kind ? last.way : undefined}
              problem={last?.kind === kind && problem}
              onPress={(way) => {
                setLast({ kind, way })
                save((now) => pressed(now, kind, way))
              }}
            />
          ))}
      </ul>
      <Text size="sm" c="dimmed">
        {messages.fromStaff}
      </Text>
      <VisuallyHidden role="status">{isSaved && messages.saved}</VisuallyHidden>
      {pushKey && !(push.obstacle && !mayPush) && (
        <>
          <Divider />
          <ThisDevice
            push={push}
            onFirst={async () => {
              // Another device may have been the first since this page was read.
              if ((await reload())?.push_on.length) return
              setLast(undefined)
              save((now) => ({ ...now, push_on: pushChoices, changed: { ...now.changed, push: pushChoices } }))
            }}
          />
          {!last && isSaved && <Saved />}
          {!last && problem}
        </>
      )}
    </Stack>
  )
}

const choicesIn = ({ push_key: pushKey, ...saved }: ResponseOf<typeof getNotices>) => ({ saved, pushKey })

/** For patients: of what the portal tells them, by email and on which devices. */
export const NoticesCard = () => {
  const query = useCall(getNotices, {})
  const isLoading = useSlicedLoading(query.isPending)
  return (
    <Section title={messages.title} lead={messages.lead}>
      {isLoading ? (
        <LoadingState rows={6} height={44} />
      ) : query.data ? (
        <Choices {...choicesIn(query.data)} reload={async () => (await query.refetch({ throwOnError: true })).data} />
      ) : (
        <ErrorState message={messages.loadFailed} onRetry={() => void query.refetch()} />
      )}
    </Section>
  )
}
