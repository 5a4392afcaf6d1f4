/** The parameters of a drawn picture. */
export interface Scene {
  name: string;
  /** Name of its album, if any. */
  album?: string;
  /** From the top to the horizon. */
  sky: readonly [string, string, string];
  sun: string;
  /** From the farthest to the nearest: hills, the fronts of houses, or spots of light. */
  layers: readonly [string, string, string, string];
  kind?: 'hills' | 'city' | 'lights';
  portrait?: boolean;
}

export const SCENES: readonly Scene[] = [
  {
    name: 'pine ridge.jpg',
    album: 'Forests',
    sky: ['#0f3d3e', '#4f8f7b', '#dfe9c8'],
    sun: '#fdf6d8',
    layers: ['#6f9c85', '#417562', '#225042', '#0f2e27'],
    portrait: true,
  },
  {
    name: 'harbour at night.jpg',
    album: 'City',
    sky: ['#0b1030', '#2b2f6b', '#8a4f86'],
    sun: '#ffd9b0',
    layers: ['#3b3a78', '#29285c', '#191a40', '#0c0d24'],
    kind: 'city',
  },
  {
    name: 'salt flats.jpg',
    sky: ['#8fb7d9', '#d7e3ea', '#fbeee0'],
    sun: '#ffffff',
    layers: ['#d9d4cf', '#bfb6b2', '#9a8f90', '#6e6468'],
  },
  {
    name: 'lanterns.jpg',
    album: 'City',
    sky: ['#1c0d1f', '#4a1431', '#a32d3a'],
    sun: '#ffb56b',
    layers: ['#ffd27a', '#ff8f5a', '#ff5f6d', '#ffe9c2'],
    kind: 'lights',
  },
  {
    name: 'desert road.jpg',
    album: 'Desert',
    sky: ['#f08a4b', '#f7b267', '#fde4b3'],
    sun: '#fff4d6',
    layers: ['#d9764a', '#b4532f', '#81351f', '#4f1e13'],
  },
  {
    name: 'morning commute.jpg',
    album: 'City',
    sky: ['#7fb2d6', '#c7dde9', '#fbe9cf'],
    sun: '#fff3d1',
    layers: ['#b8c6d4', '#8ea2b5', '#5f7488', '#35485a'],
    kind: 'city',
    portrait: true,
  },
  {
    name: 'rain on glass.jpg',
    sky: ['#0a2733', '#134a57', '#2d7a7d'],
    sun: '#bff3e4',
    layers: ['#5cc9bb', '#2f9aa0', '#a6f0d4', '#167a8b'],
    kind: 'lights',
  },
  {
    name: 'first light.jpg',
    album: 'Norway',
    sky: ['#2b1b54', '#b8456e', '#ffb36b'],
    sun: '#ffe3b0',
    layers: ['#7a3b6b', '#4f2a5c', '#2c1a40', '#160d24'],
  },
  {
    name: 'autumn.jpg',
    album: 'Forests',
    sky: ['#6f7fa8', '#d9b99b', '#f8e3c0'],
    sun: '#fff6df',
    layers: ['#c98b4b', '#a85d2d', '#7a3a1d', '#3f1d12'],
    portrait: true,
  },
  {
    name: 'glacier lake.jpg',
    album: 'Norway',
    sky: ['#1d5f9c', '#6fb1dd', '#e2f2fa'],
    sun: '#ffffff',
    layers: ['#8fb6cf', '#5b8dae', '#2f6285', '#173f5c'],
  },
  {
    name: 'rooftops.jpg',
    album: 'City',
    sky: ['#f2a65a', '#f7c59f', '#fdeadb'],
    sun: '#fff5e6',
    layers: ['#d98f6c', '#b86b52', '#8c4a3c', '#5a2c28'],
    kind: 'city',
  },
  {
    name: 'lavender.jpg',
    album: 'Provence',
    sky: ['#5b4b9a', '#a58fd0', '#f3dcef'],
    sun: '#fff0f7',
    layers: ['#9a82c4', '#7459a6', '#523a83', '#32215a'],
  },
  {
    name: 'fairground.jpg',
    sky: ['#120a2e', '#31105a', '#7b1e7a'],
    sun: '#ff9bd2',
    layers: ['#ff6ec7', '#8f7bff', '#48d6ff', '#ffd36e'],
    kind: 'lights',
    portrait: true,
  },
  {
    name: 'night over the fjord.jpg',
    album: 'Norway',
    sky: ['#050b24', '#12305e', '#2f6f8f'],
    sun: '#e9f1ff',
    layers: ['#1f4766', '#153551', '#0d2238', '#060f1d'],
  },
  {
    name: 'coast at noon.jpg',
    album: 'Provence',
    sky: ['#0e7ac4', '#59b8e6', '#d4f1f9'],
    sun: '#fffbe6',
    layers: ['#69b7a8', '#38917f', '#1a6a5c', '#0b453d'],
  },
  {
    name: 'red dunes.jpg',
    album: 'Desert',
    sky: ['#2b5f8a', '#9cc1cf', '#f4dcc0'],
    sun: '#fff7e8',
    layers: ['#e0a06a', '#cf6f3c', '#a84423', '#6a2413'],
  },
];
