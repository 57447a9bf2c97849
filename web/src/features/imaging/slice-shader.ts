/** NiiVue's own shader reads four textures at each point, even empty ones. NiiVue finds only one uniform per line. */
export const sliceShader = `#version 300 es
precision highp int;
precision highp float;
uniform highp sampler3D volume;
uniform highp sampler3D overlay;
uniform highp sampler3D drawing;
uniform highp sampler2D colormap;
uniform float overlays;
uniform float overlayAlphaShader;
uniform float opacity;
uniform float drawOpacity;
in vec3 texPos;
out vec4 color;
void main() {
  color = vec4(texture(volume, texPos).rgb, opacity);
  if (drawOpacity > 0.0) {
    float maps = float(textureSize(colormap, 0).y);
    float label = (texture(drawing, texPos).r * 255.0 + 0.5) / 256.0;
    vec4 drawn = texture(colormap, vec2(label, (maps - 0.5) / maps));
    color.rgb = mix(color.rgb, drawn.rgb, drawn.a * drawOpacity);
  }
  if (overlays > 0.0) {
    vec4 over = texture(overlay, texPos);
    color.rgb = mix(color.rgb, over.rgb, over.a * overlayAlphaShader);
  }
}`
