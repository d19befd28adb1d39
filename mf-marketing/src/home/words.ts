export const title = 'Level Up With World-Class Coaches';
export const subline = 'Pick your game, meet elite coaches, and start carrying—fast.';
