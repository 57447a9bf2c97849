import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

const strengths = [
  { name: 'Over 30 patents', text: 'The work behind the scanner is protected by over 30 patents.' },
  {
    name: 'A robotic and AI platform',
    text: 'Robotics bring scanner and patient together; AI helps to get a clear picture.',
  },
  { name: 'Point-of-care imaging', text: 'The picture is made where the decision is made: at the bedside.' },
]

export function Strengths() {
  return (
    <section aria-labelledby="strengths">
      <Paper radius="lg" p={{ base: 'lg', sm: 40 }} bg="var(--fornix-highlight)" c="white">
        <Title order={2} id="strengths" mb="lg">
          Small magnet, short way
        </Title>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
          {strengths.map(({ name, text }) => (
            <div key={name}>
              <Title order={3} size="h4">
                {name}
              </Title>
              <Text mt={4}>{text}</Text>
            </div>
          ))}
        </SimpleGrid>
        <Anchor component={Link} to={paths.about} c="white" td="underline" fw={600} mt="lg" display="inline-block">
          Read about portable MRI
        </Anchor>
      </Paper>
    </section>
  )
}
