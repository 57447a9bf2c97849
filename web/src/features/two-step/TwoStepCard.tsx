import { type Factor, getTwoStep, listFactors, mySessions, newRecoveryCodes, removeFactor } from '@fornix/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { refreshCalls, useCall, useSend } from '../../platform/calls/api.ts'
import { isUncertain } from '../../platform/http/failure.ts'
import { loadOrOffer } from '../../platform/http/program.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { formatDateTime, formatMediumDay } from '../../ui/display/dates.ts'
import { SuccessAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import styles from '../../ui/list/entries.module.css'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { messages, sentenceOf } from './messages.ts'
import { useLostResponse } from './use-lost-response.ts'

// Codes are shown only once: what shows them is loaded before they are made.
const loadCodes = async () => (await import('./RecoveryCodes.tsx')).RecoveryCodes
const AddFactor = lazyPart(async () => {
  await loadCodes()
  return (await import('./AddFactor.tsx')).AddFactor
})

const changed = [listFactors, getTwoStep, mySessions]
const nameOf = ({ kind, name }: Factor) => (kind === 'totp' ? messages.app : name || messages.passkey)

const FactorRow = ({ factor, onRemove }: { factor: Factor; onRemove: () => void }) => {
  const Icon = factor.kind === 'totp' ? IconDeviceMobile : IconFingerprint
  const { created_at, last_used_at } = factor
  return (
    <li className={styles.entry}>
      <Group wrap="nowrap" miw={0}>
        <Icon size={22} aria-hidden className={styles.icon} />
        <div>
          <Text fw={600}>{nameOf(factor)}</Text>
          <Text size="sm" c="dimmed">
            {messages.added(formatMediumDay(created_at))}
          </Text>
          <Text size="sm" c="dimmed">
            {last_used_at ? messages.lastUsed(formatDateTime(last_used_at)) : messages.neverUsed}
          </Text>
        </div>
      </Group>
      <Button variant="default" aria-label={messages.removeOf(nameOf(factor))} onClick={onRemove}>
        {messages.remove}
      </Button>
    </li>
  )
}

/** The ways that are set up, and the requests that change them. */
const useFactorChanges = () => {
  const list = useCall(listFactors, {})
  const lost = useLostResponse(list.data)
  const [made, setMade] = useState<{ codes: string[]; RecoveryCodes: Awaited<ReturnType<typeof loadCodes>> }>()
  const [isAdding, setAdding] = useState(false)
  const [isBack, setBack] = useState(false)
  const remove = useSend(removeFactor, { refreshes: changed })
  const renew = useSend(newRecoveryCodes, { refreshes: changed })
  const showCodes = async (codes: string[]) =>
    setMade(codes.length > 0 ? { codes, RecoveryCodes: await loadCodes() } : undefined)
  const stopAdding = () => {
    setAdding(false)
    setBack(true)
  }
  const makeCodes = async () => {
    await loadOrOffer(loadCodes)
    const { codes } = await renew.mutateAsync({}).catch((error: unknown) => {
      lost.newCodesFailed(error)
      if (isUncertain(error)) void list.refetch()
      throw error
    })
    lost.forget()
    await showCodes(codes)
  }
  return {
    list,
    lostSentence: lost.sentence,
    made,
    onCodesDone: () => setMade(undefined),
    remove,
    makeCodes,
    adding: {
      isAdding,
      isBack,
      onStart: () => {
        remove.reset()
        setAdding(true)
      },
      onCancel: stopAdding,
      onAdded: async (codes: string[]) => {
        lost.added(codes)
        await showCodes(codes)
        setAdding(false)
        await refreshCalls(...changed)
      },
      onFailed: async (error: unknown) => {
        lost.addingFailed(error)
        const before = list.data?.factors.length
        const { data } = await list.refetch()
        if (data && data.factors.length !== before) stopAdding()
      },
    },
  }
}
type Changes = ReturnType<typeof useFactorChanges>

type AddProps = Changes['adding'] & { factors: readonly Factor[] }

const AddFactorArea = ({ factors, isAdding, isBack, onStart, onCancel, onAdded, onFailed }: AddProps) =>
  isAdding ? (
    <Stack maw={400} tabIndex={-1} ref={focusOnMount}>
      <Suspense fallback={<LoadingState rows={2} />}>
        <AddFactor
          hasApp={factors.some(({ kind }) => kind === 'totp')}
          onAdded={onAdded}
          onFailed={onFailed}
          hasCancel
        />
      </Suspense>
      <Button variant="subtle" color="gray" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </Stack>
  ) : (
    <Button
      ref={isBack ? focusOnMount : null}
      variant={factors.length > 0 ? 'default' : 'filled'}
      style={{ alignSelf: 'flex-start' }}
      onClick={onStart}
    >
      {factors.length > 0 ? messages.addAnother : messages.enrollTitle}
    </Button>
  )

type ConfirmProps = Pick<Changes, 'remove' | 'makeCodes'> & {
  subject: Factor | 'codes' | undefined
  onClose: () => void
}

/** Before a way is removed, or new codes replace the old ones. */
const ConfirmDialog = ({ subject, remove, makeCodes, onClose }: ConfirmProps) => (
  <DestructiveDialog
    subject={subject}
    title={subject === 'codes' ? messages.newCodesTitle : messages.removeTitle}
    text={(what) => (what === 'codes' ? messages.newCodesText : messages.removeText(nameOf(what)))}
    keepLabel={messages.cancel}
    confirmLabel={subject === 'codes' ? messages.newCodes : messages.remove}
    run={(what) => (what === 'codes' ? makeCodes() : remove.mutateAsync({ params: { factor_id: what.factor_id } }))}
    sentenceOf={(error) => (subject === 'codes' && isUncertain(error) ? messages.lostCodes : sentenceOf(error))}
    onClose={onClose}
    onDone={() => undefined}
  />
)

/** What is set up, and what can be added. */
const Factors = () => {
  const { list, lostSentence, made, onCodesDone, remove, makeCodes, adding } = useFactorChanges()
  const [asking, setAsking] = useState<Factor | 'codes'>()
  if (list.isLoadingError) return <ErrorState message={messages.failed} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={2} />

  const { factors, recovery_left } = list.data
  const ask = (what: Factor | 'codes') => {
    remove.reset()
    setAsking(what)
  }
  if (made) return <made.RecoveryCodes codes={made.codes} onDone={onCodesDone} />
  return (
    <Stack>
      {lostSentence && !asking && <WarningAlert>{lostSentence}</WarningAlert>}
      {remove.isSuccess && <SuccessAlert>{messages.removed}</SuccessAlert>}
      {factors.length === 0 && <Text>{messages.off}</Text>}
      {factors.length > 0 && (
        <ul className={styles.list}>
          {factors.map((factor) => (
            <FactorRow key={factor.factor_id} factor={factor} onRemove={() => ask(factor)} />
          ))}
        </ul>
      )}
      <AddFactorArea factors={factors} {...adding} />
      {factors.length > 0 && (
        <Group justify="space-between">
          <Text>{messages.codesLeft(recovery_left)}</Text>
          <Button variant="default" onClick={() => ask('codes')}>
            {messages.newCodes}
          </Button>
        </Group>
      )}
      <ConfirmDialog subject={asking} remove={remove} makeCodes={makeCodes} onClose={() => setAsking(undefined)} />
    </Stack>
  )
}

/** /account: passkeys, the authenticator app and recovery codes. */
export const TwoStepCard = () => (
  <Section title={messages.title} lead={messages.lead}>
    <Factors />
  </Section>
)
