"""Rail Pass on paper: the layout, city boards, trains, cubes, engineers, markers, score pad and player aids."""
