import { Title } from '@mantine/core'
import { t } from '../../platform/language/t.ts'
import styles from './HowItWorks.module.css'
import { PortalDrawing } from './PortalDrawing.tsx'

const steps = [
  {
    name: t('Register and tell us about yourself'),
    text: t('Create an account. Then answer a few medical questions, so we know the scan is safe for you.'),
  },
  {
    name: t('Choose a time'),
    text: t('Pick a 30-minute appointment that works for you. You can reschedule or cancel it later.'),
  },
  {
    name: t('Come in for your scan'),
    text: t(
      'A technologist goes over the safety questions with you. You lie down with your head in the open scanner, and someone you bring can stay with you.',
    ),
  },
  {
    name: t('See and share the results'),
    text: t(
      'Your scans and files appear in your account. You decide what to request, and your physician can see it there too.',
    ),
  },
]

export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <Title order={2} id="how-it-works" mb="lg">
        {t('How it works')}
      </Title>
      <div className={styles['beside']}>
        <ol className={styles['steps']}>
          {steps.map(({ name, text }) => (
            <li key={name}>
              <Title order={3} size="h4">
                {name}
              </Title>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <div className={styles['portal']}>
          <PortalDrawing />
        </div>
      </div>
    </section>
  )
}
