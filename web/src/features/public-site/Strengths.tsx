import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBed, IconCertificate, IconRobot } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ScannerDrawing } from './ScannerDrawing.tsx'

const strengths = [
  {
    name: 'Point-of-care imaging',
    Icon: IconBed,
    text: 'The scan happens where the decision is made: on the ward, in the emergency department, or in the clinic. No one has to be moved across the hospital for a scan.',
  },
  {
    name: 'A robotic and AI platform',
    Icon: IconRobot,
    text: 'Robotics place the scanner and the head in the same position every time. AI plans the scan, detects motion, and turns a faint signal into a clear image. Physicians read it.',
  },
  {
    name: 'Over 30 patents',
    Icon: IconCertificate,
    text: 'The magnet, coils, noise removal, and reconstruction come from years of research. Over 30 patents protect it, and it continues with every study.',
  },
]

export function Strengths() {
  return (
    <section aria-labelledby="strengths">
      <Paper radius="lg" p={{ base: 'lg', sm: 40 }} bg="var(--fornix-highlight)" c="white">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mb="xl" style={{ alignItems: 'center' }}>
          <div>
            <Title order={2} id="strengths">
              Small magnet, short trip
            </Title>
            <Text size="lg" mt="xs">
              A portable scanner uses a weak magnet, needs no shielded room, and plugs into a wall outlet. The scanner
              travels through the hospital, so the patient does not have to.
            </Text>
          </div>
          <ScannerDrawing />
        </SimpleGrid>
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
          Learn about portable MRI
        </Anchor>
      </Paper>
    </section>
  )
}
