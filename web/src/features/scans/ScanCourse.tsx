import { Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPointFilled, IconX } from '@tabler/icons-react'
import { useCared } from '../../platform/session/acted-for.ts'
import { messages } from './messages.ts'
import styles from './scan-course.module.css'
import type { Course, Step } from './scan-progress.ts'

const icons = { done: IconCheck, current: IconPointFilled, stopped: IconX }

const Marker = ({ state }: Pick<Step, 'state'>) => {
  const Icon = state === 'ahead' ? undefined : icons[state]
  return (
    <span className={styles.marker}>
      {Icon && <Icon size={14} stroke={3} aria-hidden />}
      <VisuallyHidden>{messages.course.states[state]}</VisuallyHidden>
    </span>
  )
}

const Who = ({ who }: Pick<Course, 'who'>) => {
  const { firstName } = useCared()
  return <b>{messages.course.who[who](firstName)}</b>
}

/** A scan's progress as steps, side by side if there is room, and what happens next. */
export const ScanCourse = ({ course: { steps, notes, reason, who, next } }: { course: Course }) => (
  <div className={styles.course}>
    <ol className={styles.steps} aria-label={messages.course.label}>
      {steps.map(({ name, day, state }) => (
        <li
          key={name}
          data-state={state}
          aria-current={state === 'current' || state === 'stopped' ? 'step' : undefined}
        >
          <Marker state={state} />
          <div>
            <Text component="span" size="sm" className={styles.name}>
              {name}
            </Text>
            {day && (
              <Text component="span" size="sm" className={styles.day}>
                {day}
              </Text>
            )}
          </div>
        </li>
      ))}
    </ol>
    {notes.map((note) => (
      <Text key={note} size="sm" className={styles.reason}>
        {note}
      </Text>
    ))}
    {reason && (
      <Text size="sm" className={styles.reason}>
        {messages.course.reason(reason)}
      </Text>
    )}
    <Text size="sm">
      <Who who={who} /> <span>{next}</span>
    </Text>
  </div>
)
