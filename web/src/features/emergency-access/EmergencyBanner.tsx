import { endEmergency, type OpenEmergency } from '@fornix/contract'
import { Anchor, Button, Text } from '@mantine/core'
import { IconUrgent } from '@tabler/icons-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { useSend } from '../../platform/calls/api.ts'
import { recordAddress, useIsShown } from '../../platform/calls/chosen-patient.ts'
import {
  askForEmergency,
  emergencyReads,
  refreshEmergency,
  useEmergencies,
  useEmergencyRequest,
} from '../../platform/calls/emergency.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { pressed } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import classes from './emergency.module.css'
import { messages } from './messages.ts'

const texts = messages.banner
const EmergencyDialog = lazyPart(async () => (await import('./EmergencyDialog.tsx')).EmergencyDialog, pressed)

/** Counted from the response, because only the server's clock ends it; at the end the pages fetch again. */
const useSecondsLeft = ({ seconds_left }: OpenEmergency, askedAt: number) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  // Never more than the response said, even if the device's clock was set back since.
  const left = Math.max(0, Math.ceil(seconds_left - Math.max(0, now - askedAt) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void refreshEmergency()
  }, [isOver])
  return left
}

const Running = ({ emergency, askedAt }: { emergency: OpenEmergency; askedAt: number }) => {
  const { emergency_id, record } = emergency
  const left = useSecondsLeft(emergency, askedAt)
  const ending = useSend(endEmergency, { refreshes: emergencyReads })
  // Its header stays visible below and has both identifiers.
  const isShown = useIsShown(record.patient_id)
  return (
    <div className={classes.running}>
      <IconUrgent size={24} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        {/* Announced once, when it appears: what changes each minute is beside it. */}
        <Text role="alert" fw={700} size="sm">
          {texts.open(record.name)}
        </Text>
        {!isShown && (
          <Text size="sm">
            <WholeFacts>{shortIdentityOf(record)}</WholeFacts>
          </Text>
        )}
        {ending.isError && (
          <Text role="alert" size="sm" fw={600}>
            {failureSentence(ending.error, texts.failed, isForReader)}
          </Text>
        )}
      </div>
      <div className={classes.tools}>
        <Text size="sm" fw={600} className="tabular">
          {texts.left(left)}
        </Text>
        {!isShown && (
          <Anchor component={Link} to={recordAddress(record.patient_id)} size="sm" className={classes.link}>
            {texts.record}
          </Anchor>
        )}
        <Button
          size="compact-md"
          variant="default"
          loading={ending.isPending}
          aria-label={texts.endOf(record.name)}
          onClick={() => ending.mutate({ params: { emergency_id } })}
        >
          {texts.end}
        </Button>
      </div>
    </div>
  )
}

/** Elements that stay visible below it need its height, however many lines it takes. */
const useHeightForOthers = (bar: RefObject<HTMLElement | null>, isShown: boolean) => {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--emergency-height', `${bar.current?.offsetHeight ?? 0}px`),
    )
    if (isShown && bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--emergency-height')
    }
  }, [bar, isShown])
}

/**
 * Above every page while the user has a record open in an emergency: whose, for how long, and how to end it. Also where the dialog is
 * opened.
 */
export const EmergencyBanner = () => {
  const { open, askedAt } = useEmergencies()
  const asked = useEmergencyRequest()
  const bar = useRef<HTMLElement>(null)
  useHeightForOthers(bar, open.length > 0)
  useEffect(() => () => askForEmergency(undefined), [])
  return (
    <>
      {open.length > 0 && (
        <section aria-label={texts.label} className={classes.bar} ref={bar}>
          {open.map((emergency) => (
            <Running key={emergency.emergency_id} emergency={emergency} askedAt={askedAt} />
          ))}
        </section>
      )}
      <Suspense>
        {asked !== undefined && <EmergencyDialog patientKey={asked} onClose={() => askForEmergency(undefined)} />}
      </Suspense>
    </>
  )
}
