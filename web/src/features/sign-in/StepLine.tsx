import { Text, Title } from '@mantine/core'
import type { Ref } from 'react'
import { t } from '../../platform/language/t.ts'
import styles from './entry.module.css'
import { type RegistrationStep, steps, stepsWith } from './registration-steps.ts'

const Part = ({ step, current, isWrong }: { step: RegistrationStep; current: number; isWrong: boolean }) => (
  <li
    data-reached={step.number <= current || undefined}
    data-wrong={isWrong || undefined}
    aria-current={step.number === current ? 'step' : undefined}
  >
    {step.title}
    {isWrong && <span> {t('(needs a correction)')}</span>}
  </li>
)

/** The steps of the registration, and the heading of the current one. */
export const StepLine = ({
  step,
  errors,
  heading,
}: {
  step: RegistrationStep
  errors: object
  heading: Ref<HTMLHeadingElement>
}) => {
  const wrong = stepsWith(errors)
  return (
    <div>
      <ol className={styles['steps']} aria-label={t('Steps of the registration')}>
        {steps.map((one) => (
          <Part key={one.number} step={one} current={step.number} isWrong={wrong.includes(one)} />
        ))}
      </ol>
      <Title order={2} size="h3" mt="md" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        <Text span size="sm" c="dimmed" display="block">
          {t('Step {number} of {count}', { number: step.number, count: steps.length })}
        </Text>{' '}
        {step.title}
      </Title>
    </div>
  )
}
