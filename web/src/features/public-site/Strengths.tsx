import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBed, IconCertificate, IconRobot } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'

const strengths = [
  {
    name: 'Point-of-care imaging',
    Icon: IconBed,
    text: 'The picture is made where the decision is made: on the ward, in the emergency department, in the practice. Nobody has to be moved through the house to be seen.',
  },
  {
    name: 'A robotic and AI platform',
    Icon: IconRobot,
    text: 'Robotics bring scanner and head into the same position every time. AI plans the scan, notices movement and gets a clear picture out of a faint signal. Physicians read it.',
  },
  {
    name: 'Over 30 patents',
    Icon: IconCertificate,
    text: 'Magnet, coils, noise removal and reconstruction come out of years of research, which over 30 patents protect and which goes on with every study.',
  },
]

export function Strengths() {
  return (
    <section aria-labelledby="strengths">
      <Paper radius="lg" p={{ base: 'lg', sm: 40 }} bg="var(--fornix-highlight)" c="white">
        <Title order={2} id="strengths">
          Small magnet, short way
        </Title>
        <Text size="lg" mt="xs" mb="xl" maw={680}>
          A portable scanner works with a weak magnet, needs no shielded room, and runs from a wall socket. So the
          scanner takes the way through the house, and not the patient.
        </Text>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
          {strengths.map(({ name, text, Icon }) => (
            <div key={name}>
              <Icon size={32} stroke={1.5} aria-hidden />
              <Title order={3} size="h4" mt="xs">
                {name}
              </Title>
              <Text mt={4}>{text}</Text>
            </div>
          ))}
        </SimpleGrid>
        <Anchor component={Link} to={paths.about} c="white" td="underline" fw={600} mt="xl" display="inline-block">
          Read about portable MRI
        </Anchor>
      </Paper>
    </section>
  )
}
