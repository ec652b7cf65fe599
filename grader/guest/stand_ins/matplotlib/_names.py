"""The public names of matplotlib 3.11.2, so that a misspelt one fails here as it does there."""

# pyplot functions that call a method of the current axes; name=method where the two differ.
# plot_date was removed only in 3.11.
PYPLOT_AXES = """
plot_date
acorr angle_spectrum annotate arrow autoscale axhline axhspan axis axline axvline axvspan bar
bar_label barbs barh boxplot broken_barh cla clabel cohere contour contourf csd ecdf errorbar
eventplot fill fill_between fill_betweenx grid grouped_bar hexbin hist hist2d hlines imshow
legend locator_params loglog magnitude_spectrum margins minorticks_off minorticks_on pcolor
pcolormesh phase_spectrum pie pie_label plot psd quiver quiverkey scatter sci=_sci semilogx
semilogy specgram spy stackplot stairs stem step streamplot table text tick_params
ticklabel_format title=set_title tricontour tricontourf tripcolor triplot violinplot vlines
xcorr xlabel=set_xlabel xscale=set_xscale ylabel=set_ylabel yscale=set_yscale
"""

# pyplot functions that call a method of the current figure.
PYPLOT_FIGURE = """
colorbar figimage gca ginput subplots_adjust suptitle tight_layout waitforbuttonpress
"""

# pyplot functions that choose a colour map.
PYPLOT_COLORMAPS = """
autumn bone cool copper flag gray hot hsv inferno jet magma nipy_spectral pink plasma prism
spring summer viridis winter
"""

# Classes that pyplot offers, and the module each comes from.
PYPLOT_CLASSES = """
Annotation=text Arrow=patches Artist=artist AutoLocator=ticker AxLine=lines Axes=axes
BackendFilter=backends Button=widgets Circle=patches Colorizer=colorizer
ColorizingArtist=colorizer Colormap=colors Figure=figure FigureBase=figure
FigureCanvasBase=backend_bases FigureManagerBase=backend_bases FixedFormatter=ticker
FixedLocator=ticker FormatStrFormatter=ticker Formatter=ticker FuncFormatter=ticker
GridSpec=gridspec IndexLocator=ticker Line2D=lines LinearLocator=ticker Locator=ticker
LogFormatter=ticker LogFormatterExponent=ticker LogFormatterMathtext=ticker LogLocator=ticker
MaxNLocator=ticker MouseButton=backend_bases MultipleLocator=ticker Normalize=colors
NullFormatter=ticker NullLocator=ticker PolarAxes=projections Polygon=patches Rectangle=patches
ScalarFormatter=ticker Slider=widgets Subplot=axes SubplotSpec=gridspec Text=text
TickHelper=ticker Widget=widgets
"""

AXES = """
ArtistList acorr add_artist add_callback add_child_axes add_collection add_container add_image
add_line add_patch add_table angle_spectrum annotate apply_aspect arrow artists autoscale
autoscale_view axes axhline axhspan axis axison axline axvline axvspan bar bar_label barbs barh
bbox boxplot broken_barh bxp callbacks can_pan can_zoom child_axes cla clabel clear clipbox
cohere collections containers contains contains_point contour contourf convert_xunits
convert_yunits csd dataLim drag_pan draw draw_artist ecdf end_pan errorbar eventplot figure fill
fill_between fill_betweenx findobj fmt_xdata fmt_ydata format_coord format_cursor_data
format_xdata format_ydata get_adjustable get_agg_filter get_alpha get_anchor get_animated
get_aspect get_autoscale_on get_autoscalex_on get_autoscaley_on get_axes_locator get_axisbelow
get_box_aspect get_children get_clip_box get_clip_on get_clip_path get_cursor_data
get_data_ratio get_default_bbox_extra_artists get_facecolor get_fc get_figure
get_forward_navigation_events get_frame_on get_gid get_gridspec get_images get_in_layout
get_label get_legend get_legend_handles_labels get_lines get_mouseover get_navigate
get_navigate_mode get_path_effects get_picker get_position get_rasterization_zorder
get_rasterized get_shared_x_axes get_shared_y_axes get_sketch_params get_snap get_subplotspec
get_tightbbox get_title get_transform get_transformed_clip_path_and_affine get_url get_visible
get_window_extent get_xaxis get_xaxis_text1_transform get_xaxis_text2_transform
get_xaxis_transform get_xbound get_xgridlines get_xinverted get_xlabel get_xlim
get_xmajorticklabels get_xmargin get_xminorticklabels get_xscale get_xticklabels get_xticklines
get_xticks get_yaxis get_yaxis_text1_transform get_yaxis_text2_transform get_yaxis_transform
get_ybound get_ygridlines get_yinverted get_ylabel get_ylim get_ymajorticklabels get_ymargin
get_yminorticklabels get_yscale get_yticklabels get_yticklines get_yticks get_zorder grid
grouped_bar has_data have_units hexbin hist hist2d hlines ignore_existing_data_limits images
imshow in_axes indicate_inset indicate_inset_zoom inset_axes invert_xaxis invert_yaxis
is_transform_set label_outer legend legend_ lines locator_params loglog magnitude_spectrum
margins matshow minorticks_off minorticks_on mouseover name patch patches pchanged pcolor
pcolorfast pcolormesh phase_spectrum pick pickable pie pie_label plot properties psd quiver
quiverkey redraw_in_frame relim remove remove_callback reset_position scatter secondary_xaxis
secondary_yaxis semilogx semilogy set set_adjustable set_agg_filter set_alpha set_anchor
set_animated set_aspect set_autoscale_on set_autoscalex_on set_autoscaley_on set_axes_locator
set_axis_off set_axis_on set_axisbelow set_box_aspect set_clip_box set_clip_on set_clip_path
set_facecolor set_fc set_figure set_forward_navigation_events set_frame_on set_gid set_in_layout
set_label set_mouseover set_navigate set_navigate_mode set_path_effects set_picker set_position
set_prop_cycle set_rasterization_zorder set_rasterized set_sketch_params set_snap
set_subplotspec set_title set_transform set_url set_visible set_xbound set_xinverted set_xlabel
set_xlim set_xmargin set_xscale set_xticklabels set_xticks set_ybound set_yinverted set_ylabel
set_ylim set_ymargin set_yscale set_yticklabels set_yticks set_zorder sharex sharey specgram
spines spy stackplot stairs stale stale_callback start_pan stem step sticky_edges streamplot
table tables text texts tick_params ticklabel_format title titleOffsetTrans transAxes transData
transLimits transScale tricontour tricontourf tripcolor triplot twinx twiny update
update_datalim update_from use_sticky_edges viewLim violin violinplot vlines xaxis xaxis_date
xaxis_inverted xcorr yaxis yaxis_date yaxis_inverted zorder
"""

# What polar axes have besides.
POLAR = """
InvertedPolarTransform PolarAffine PolarTransform RadialLocator ThetaFormatter ThetaLocator
axesLim get_rlabel_position get_rmax get_rmin get_rorigin get_rsign get_theta_direction
get_theta_offset get_thetamax get_thetamin set_rgrids set_rlabel_position set_rlim set_rmax
set_rmin set_rorigin set_rscale set_rticks set_theta_direction set_theta_offset
set_theta_zero_location set_thetagrids set_thetalim set_thetamax set_thetamin transProjection
transProjectionAffine transShift transWedge
"""

# What three-dimensional axes have besides.
AXES3D = """
M add_collection3d add_contour_set add_contourf_set auto_scale_xyz azim bar3d button_pressed
computed_zorder contour3D contourf3D convert_zunits disable_mouse_rotation elev fmt_zdata
format_zdata get_autoscalez_on get_axis_position get_proj get_w_lims get_xlim3d get_ylim3d
get_zaxis get_zbound get_zgridlines get_zinverted get_zlabel get_zlim get_zlim3d
get_zmajorticklabels get_zmargin get_zminorticklabels get_zscale get_zticklabels get_zticklines
get_zticks initial_azim initial_elev initial_roll invM invert_zaxis mouse_init plot3D
plot_surface plot_trisurf plot_wireframe quiver3D roll scatter3D semilogz set_autoscalez_on
set_proj_type set_top_view set_xlim3d set_ylim3d set_zbound set_zinverted set_zlabel set_zlim
set_zlim3d set_zmargin set_zscale set_zticklabels set_zticks shareview sharez stem3D text2D
text3D view_init voxels xy_dataLim xy_viewLim zaxis zaxis_date zaxis_inverted zz_dataLim
zz_viewLim
"""

FIGURE = """
add_artist add_axes add_axobserver add_callback add_gridspec add_subfigure add_subplot
align_labels align_titles align_xlabels align_ylabels artists autofmt_xdate axes bbox
bbox_inches canvas clear clf clipbox colorbar contains convert_xunits convert_yunits delaxes dpi
dpi_scale_trans draw draw_artist draw_without_rendering figbbox figimage figure findobj
format_cursor_data frameon gca get_agg_filter get_alpha get_animated get_axes get_children
get_clip_box get_clip_on get_clip_path get_constrained_layout get_constrained_layout_pads
get_cursor_data get_default_bbox_extra_artists get_dpi get_edgecolor get_facecolor get_figheight
get_figure get_figwidth get_frameon get_gid get_in_layout get_label get_layout_engine
get_linewidth get_mouseover get_path_effects get_picker get_rasterized get_size_inches
get_sketch_params get_snap get_suptitle get_supxlabel get_supylabel get_tight_layout
get_tightbbox get_transform get_transformed_clip_path_and_affine get_url get_visible
get_window_extent get_zorder ginput have_units images is_transform_set legend legends lines
mouseover number patch patches pchanged pick pickable properties remove remove_callback savefig
sca set set_agg_filter set_alpha set_animated set_canvas set_clip_box set_clip_on set_clip_path
set_constrained_layout set_constrained_layout_pads set_dpi set_edgecolor set_facecolor
set_figheight set_figure set_figwidth set_frameon set_gid set_in_layout set_label
set_layout_engine set_linewidth set_mouseover set_path_effects set_picker set_rasterized
set_size_inches set_sketch_params set_snap set_tight_layout set_transform set_url set_visible
set_zorder show stale stale_callback sticky_edges subfigs subfigures subplot_mosaic subplotpars
subplots subplots_adjust suppressComposite suptitle supxlabel supylabel text texts tight_layout
transFigure transSubfigure update update_from waitforbuttonpress zorder
"""

# pyplot functions whose result nobody looks at.
PYPLOT_QUIET = """
get_plot_commands install_repl_displayhook new_figure_manager rgrids set_loglevel subplot_tool
thetagrids uninstall_repl_displayhook
"""
