console.log('bord 0.1.0');
