import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import styles from './Questions.module.css'

const questions = [
  {
    ask: 'Does it use X-rays?',
    answer: 'No. Magnetic resonance works with a magnetic field and radio waves.',
  },
  {
    ask: 'What if I do not like tight spaces?',
    answer:
      'A portable scanner is open. Only your head goes inside. A technologist stays with you, and so can a person you bring along.',
  },
  {
    ask: 'What if I have metal or an implant in my body?',
    answer:
      'Tell us when you answer the MRI safety questions, and again on the day of your scan. Even a weak magnet is a magnet, so the team checks that it is safe for you before every scan.',
  },
  {
    ask: 'How long does it take?',
    answer: 'An appointment lasts 30 minutes. Please come 10 to 15 minutes early so that no one has to rush.',
  },
  {
    ask: 'Who sees my scan?',
    answer:
      'Your care team. You can request access in your account by signing an authorization there. Then you can share it.',
  },
  {
    ask: 'Does taking part in a study cost me anything?',
    answer:
      'We can pay you back for travel, a hotel, or food. Send a photo of each receipt, and follow your request until it is paid.',
  },
]

export function Questions() {
  return (
    <section aria-labelledby="questions">
      <Title order={2} id="questions" mb="lg">
        Common questions
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
        To learn how we protect your information, read the{' '}
        <Anchor component={Link} to={paths.privacy} td="underline">
          privacy policy
        </Anchor>
        .
      </Text>
    </section>
  )
}
