import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { WithLink } from '../../ui/display/WithLink.tsx'
import styles from './Questions.module.css'

const questions = [
  {
    ask: t('Does it use X-rays?'),
    answer: t('No. Magnetic resonance works with a magnetic field and radio waves.'),
  },
  {
    ask: t('What if I do not like tight spaces?'),
    answer: t(
      'A portable scanner is open. Only your head goes inside. A technologist stays with you, and so can a person you bring along.',
    ),
  },
  {
    ask: t('What if I have metal or an implant in my body?'),
    answer: t(
      'Tell us when you answer the MRI safety questions, and again on the day of your scan. Even a weak magnet is a magnet, so the team checks that it is safe for you before every scan.',
    ),
  },
  {
    ask: t('How long does it take?'),
    answer: t('An appointment lasts 30 minutes. Please come 10 to 15 minutes early so that no one has to rush.'),
  },
  {
    ask: t('Who sees my scan?'),
    answer: t(
      'Your care team. You can request access in your account by signing an authorization there. Then you can share it.',
    ),
  },
  {
    ask: t('Does taking part in a study cost me anything?'),
    answer: t(
      'We can pay you back for travel, a hotel, or food. Send a photo of each receipt, and follow your request until it is paid.',
    ),
  },
]

export function Questions() {
  return (
    <section aria-labelledby="questions">
      <Title order={2} id="questions" mb="lg">
        {t('Common questions')}
      </Title>
      <div className={styles['questions']}>
        {questions.map(({ ask, answer }) => (
          <details key={ask}>
            <summary>{ask}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <Text mt="lg">
        <WithLink text={t('To learn how we protect your information, read the <a>privacy policy</a>.')}>
          {(words) => (
            <Anchor component={Link} to={paths.privacy} td="underline">
              {words}
            </Anchor>
          )}
        </WithLink>
      </Text>
    </section>
  )
}
