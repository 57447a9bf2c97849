import { Anchor, SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'

const questions = [
  {
    ask: 'Does it use X-rays?',
    answer: 'No. Magnetic resonance works with a magnetic field and radio waves.',
  },
  {
    ask: 'I do not like narrow tubes',
    answer:
      'A portable scanner is open: your head lies in it, the rest of you does not. A technologist stays with you, and so may somebody you bring along.',
  },
  {
    ask: 'I have metal or an implant in my body',
    answer:
      'Tell us in the medical questions, and again on the day. Also a weak magnet is a magnet, and the team checks before every scan whether it is safe for you.',
  },
  {
    ask: 'How long does it take?',
    answer: 'An appointment lasts 30 minutes. Please come 10 to 15 minutes early, so that nobody has to hurry.',
  },
  {
    ask: 'Who sees my scan?',
    answer:
      'Your care team. You ask for access to it in your account, with an authorization that you sign there, and may then share it.',
  },
  {
    ask: 'Does taking part in a study cost me anything?',
    answer:
      'You can hand in what you paid for travel, hotel or food with a photograph of the receipt, and follow it until it is paid.',
  },
]

export function Questions() {
  return (
    <section aria-labelledby="questions">
      <Title order={2} id="questions" mb="lg">
        What people ask first
      </Title>
      <SimpleGrid component="dl" cols={{ base: 1, md: 2 }} spacing="xl" m={0}>
        {questions.map(({ ask, answer }) => (
          <div key={ask}>
            <Text component="dt" fw={600} size="lg">
              {ask}
            </Text>
            <Text component="dd" m={0} mt={4} c="dimmed">
              {answer}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Text mt="lg">
        How we treat what we know about you stands in the{' '}
        <Anchor component={Link} to={paths.privacy} td="underline">
          privacy policy
        </Anchor>
        .
      </Text>
    </section>
  )
}
